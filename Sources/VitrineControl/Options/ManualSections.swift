// The parts of the manual page that are not about a command or an option, in mdoc.

enum ManualSections {
  static let beginning = #"""
    .Dd November 26, 2026
    .Dt VITRINECTL 1
    .Os
    .Sh NAME
    .Nm vitrinectl
    .Nd the catalogue and the windows of vitrine, from a terminal
    .Sh SYNOPSIS
    .Nm
    .Ar command
    .Op Ar argument ...
    .Op Ar option ...
    .Nm
    .Ar command
    .Fl -help
    .Nm
    .Fl -version
    .Nm
    .Fl -help
    .Sh DESCRIPTION
    .Nm
    reads and changes the catalogue of
    .Xr vitrine 1 ,
    and reads the saved state of its windows.
    It needs no display, and vitrine may be running at the same time: its windows show changes made here at once.
    Every change is one command, which
    .Cm undo
    takes back, here or in a window.
    .Pp
    With
    .Fl -json ,
    a command prints one JSON object per line, so that the lines of one command can be the input of another:
    .Dl vitrinectl search --json cherry | vitrinectl show -
    Error messages are objects with the key
    .Ql error ,
    one per line, on standard error.
    .Pp
    A command that takes longer than a second shows its progress if standard error is a terminal.
    Ctrl-C stops it without changing anything.
    Commands that only read never wait for one that writes; a command that changes something waits until another has
    finished, and says so.
    """#

  /// The format of what is imported and exported, and where things are.
  static let files = #"""
    .Sh FORMAT
    A file of products has one product per line, as a JSON object in UTF-8.
    A line for each custom field comes before the products.
    It is an object whose only key is
    .Ql field ,
    with an object that has
    .Ql id ,
    .Ql name ,
    .Ql kind ,
    and, depending on the kind,
    .Ql unit ,
    .Ql choices
    or
    .Ql check ,
    and
    .Ql category .
    A field with the same identifier or name is the same field if it is of the same kind;
    its choices are merged.
    The order of the lines is the manual order.
    Every key is optional, except that a new product must have a title; unknown keys are refused.
    .Bl -tag -width Ds
    .It Li id
    A UUID.
    If it is missing, the line means the product that had the same
    .Ql sku
    before the import, or a new one.
    .It Li title , description , category , sku , gtin
    Strings; the levels of a category are separated by slashes.
    .It Li tags
    A list of strings.
    .It Li price , currency
    The amount as a string with a decimal point, such as \(dq24.99\(dq, and the ISO 4217 currency code.
    .It Li stock , minimumStock , yearIntroduced
    Whole numbers.
    .It Li fields
    An object with the values of custom fields by name: whole numbers and years as numbers, yes or no as true or false,
    tags as a list, everything else as the text that
    .Fl -set
    takes.
    The name must be that of a field in the catalogue or on an earlier line.
    .It Li images
    A list of objects with
    .Ql file ,
    the name of a file beside this one in PNG, JPEG, WebP, GIF, SVG, AVIF or HEIC format,
    .Ql caption ,
    .Ql turn ,
    by how many degrees it is turned clockwise (90, 180 or 270) when it is shown, and
    .Ql id .
    The first is the cover.
    .It Li notes
    A list of objects with
    .Ql title ,
    .Ql text ,
    .Ql id ,
    .Ql created ,
    .Ql changed
    and
    .Ql revision .
    .It Li created , changed , deleted
    Dates and times in ISO 8601 format, such as \(dq2026-11-21T08:30:00.000Z\(dq; a product with
    .Ql deleted
    is in the trash.
    .It Li revision
    How many times the product was changed.
    .El
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev XDG_STATE_HOME
    Where the files below are, if this is an absolute path; otherwise
    .Pa ~/.local/state .
    .It Ev XDG_DATA_HOME
    Likewise; otherwise
    .Pa ~/.local/share .
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa $XDG_STATE_HOME/org.vitrine.Vitrine/
    The saved windows;
    .Pa org.vitrine.Vitrine.Sample
    for the sample.
    .It Pa $XDG_DATA_HOME/vitrine/
    The catalogue;
    .Pa vitrine-sample
    for the sample.
    .El
    """#

  static let end = #"""
    .Sh EXAMPLES
    Print the flowers that are sold out as JSON:
    .Dl vitrinectl list --category Flowers --stock 0..0 --json
    .Pp
    Make everything cheaper that a search finds:
    .Dl vitrinectl search cherry | vitrinectl edit - --calculate price=-10%
    .Pp
    Give all of them a tag, as one command:
    .Dl vitrinectl edit --tag order --where --category Flowers --stock 0..0 --all-matching
    .Pp
    Copy everything to another computer:
    .Dl vitrinectl export shop && scp -r shop other: && ssh other vitrinectl import shop
    .Sh SEE ALSO
    .Xr vitrine 1
    """#
}
