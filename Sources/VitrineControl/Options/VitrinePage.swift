// SPDX-License-Identifier: Apache-2.0
// The manual page of the program with windows. It is made here because this program makes the other one, too: so both
// are translated in the same way. It is checked in as data/man/vitrine.1, and a test compares the two.

import Foundation
import Wording

enum VitrinePage {
  /// The page in mdoc.
  static var text: String { [beginning, links, options, files, end].joined(separator: "\n") }

  private static var beginning: String {
    [
      ".Dd November 26, 2026", ".Dt VITRINE 1", ".Os",
      ".Sh " + tr("NAME", context: "heading of a manual page"), ".Nm vitrine",
      ".Nd " + Mdoc.word(tr("a product catalogue that never loses your place")),
      ".Sh " + tr("SYNOPSIS", context: "heading of a manual page"),
      ".Nm", ".Op Fl -sample", ".Op Fl -new-window", ".Op Fl -new-product",
      ".Op Fl -desk Ar \(tr("name", context: "how a program is called"))",
      ".Op Fl -catalog Ar \(tr("address", context: "how a program is called"))",
      ".Op Fl -no-restore",
      ".Op Fl -forget", ".Op Ar \(tr("link", context: "how a program is called")) ...",
      ".Op Ar \(tr("file", context: "how a program is called")) ...",
      ".Nm", ".Fl -version", ".Nm", ".Fl -help",
      ".Sh " + tr("DESCRIPTION", context: "heading of a manual page"),
      Mdoc.paragraphs([
        tr(
          "“vitrine” shows a catalogue of products in as many windows as you like. It saves what each window shows while you work, and brings all of them back at the next start, even after the program or the computer stopped without warning."
        ),
        tr(
          "Only one vitrine runs per session: starting it again passes the request to the running one."
        ),
      ]),
    ].joined(separator: "\n")
  }

  private static var links: String {
    [
      ".Pp",
      Mdoc.list(
        Mdoc.prose(tr("A link is one of")),
        [
          Mdoc.item(
            tag:
              "Li vitrine:product/ Ns Ar \(tr("identifier", context: "part of a link")) Ns Op Li ?tab= Ns Ar \(tr("tab", context: "part of a link"))",
            tr("A product, by its UUID, and a tab of it: %@.", "details, photos, notes")),
          Mdoc.item(
            tag: "Li vitrine:photo/ Ns Ar \(tr("identifier", context: "part of a link"))",
            tr("A photo, by its UUID, in a window of its own.")),
          Mdoc.item(
            tag: "Li vitrine:search?q= Ns Ar \(tr("words", context: "part of a link"))",
            tr("What this search finds.")),
          Mdoc.item(
            tag: "Li vitrine:category/ Ns Ar \(tr("path", context: "part of a link"))",
            tr("The products of a category, such as %@.", "Food/Fruit")),
          Mdoc.item(
            tag: "Li vitrine:hub?address= Ns Ar \(tr("address", context: "part of a link"))",
            tr(
              "A shared catalogue, which Vitrine asks whether to join. “vitrinectl hub invite” and “Invite…” make such a link, and a file with it."
            )),
        ]), ".Pp",
      Mdoc.paragraphs([
        tr(
          "Spaces and other special characters are written as in web addresses: %@. The window that shows this comes to the front, or a new one opens.",
          "%20"),
        tr(
          "A file is a list of another program, such as a spreadsheet. A window shows what an import of it would change; nothing is imported before you say so."
        ),
        tr(
          "A file with the ending “.vitrine” was saved by “Continue Elsewhere” on another machine with the same catalogue. It opens the window that was shown there, and so does a link that begins with “vitrine:continue-”. One that was saved by “Send Desk as File” opens all windows of a desk in place of those on the screen, which are kept. What was typed and not saved arrives unsaved; nothing is written to the catalogue."
        ),
        tr(
          "A file with the ending “.vitrine-copy” is a whole catalogue with its photos, from “Save a Copy” or “vitrinectl copy”. It opens in a window in which nothing can be changed. Products are dragged from there into your catalogue, or all of it becomes your catalogue."
        ),
        tr(
          "The desktop's search finds products, except those in the trash. If vitrine is not running, the desktop starts it without a window for that; ten seconds after the last question it ends."
        ),
      ]),
    ].joined(separator: "\n")
  }

  private static var options: String {
    ".Pp\n"
      + Mdoc.list(
        Mdoc.prose(tr("The options are:")),
        [
          Mdoc.item(
            tag: "Fl -sample",
            tr(
              "Open the sample catalogue. It has its own windows and products, separate from yours."
            )),
          Mdoc.item(tag: "Fl -new-window", tr("Open another window.")),
          Mdoc.item(tag: "Fl -new-product", tr("Open a form for a new product.")),
          Mdoc.item(
            tag: "Fl -desk Ar \(tr("name", context: "how a program is called"))",
            tr(
              "Open the windows that were kept under this name, in place of those on the screen. These are kept, too: %@ brings them back.",
              "Ctrl+Alt+0")),
          Mdoc.item(
            tag: "Fl -catalog Ar \(tr("address", context: "how a program is called"))",
            tr(
              "Ask whether to join the catalogue that is shared through the PostgreSQL database at this address, such as %@. Nothing is asked once it is joined.",
              "postgresql://anna@shop.example/catalogue")),
          Mdoc.item(
            tag: "Fl -no-restore",
            tr("Do not restore the windows this time. Saved windows are not deleted.")),
          Mdoc.item(
            tag: "Fl -forget",
            tr("Forget the saved windows, then start. Products are not touched.")),
          Mdoc.item(tag: "Fl -version", tr("Print the version and exit.")),
          Mdoc.item(tag: "Fl -help , h", tr("Print a summary of the options and exit.")),
        ])
  }

  private static var files: String {
    [
      Mdoc.list(
        ".Sh " + tr("ENVIRONMENT", context: "heading of a manual page"),
        [
          Mdoc.item(
            tag: "Ev DISPLAY , WAYLAND_DISPLAY", tr("The screen on which the windows appear.")),
          Mdoc.item(
            tag: "Ev XDG_DATA_HOME , XDG_STATE_HOME",
            tr(
              "Where the files below are, if these are absolute paths; otherwise %1$@ and %2$@.",
              "~/.local/share", "~/.local/state")),
          Mdoc.item(
            tag: "Ev LANGUAGE , LC_ALL , LC_MESSAGES , LC_MONETARY , LANG",
            tr("The language of the interface and the format of prices.")),
        ]),
      Mdoc.list(
        ".Sh " + tr("FILES", context: "heading of a manual page"),
        [
          Mdoc.item(
            tag: "Pa $XDG_DATA_HOME/vitrine/",
            tr(
              "The catalogue: the products in %1$@, their pictures in %2$@.", "catalog.sqlite",
              "images/")),
          Mdoc.item(
            tag: "Pa $XDG_DATA_HOME/vitrine-sample/",
            tr("The sample catalogue, once it has been opened.")),
          Mdoc.item(
            tag: "Pa $XDG_STATE_HOME/org.vitrine.Vitrine/",
            tr(
              "What the windows show; %@ for the sample. May be deleted while vitrine is not running: this loses windows, never products.",
              "org.vitrine.Vitrine.Sample")),
        ]),
      Mdoc.list(
        ".Sh " + tr("EXIT STATUS", context: "heading of a manual page"),
        [
          Mdoc.item(tag: "0", tr("Success.", context: "meaning of an exit status")),
          Mdoc.item(
            tag: "1", tr("The windows could not be shown; the reason is on standard error.")),
          Mdoc.item(tag: "2", tr("An option or a link was not understood.")),
        ]),
    ].joined(separator: "\n")
  }

  private static var end: String {
    [
      ".Sh " + tr("EXAMPLES", context: "heading of a manual page"), ".Dl $ vitrine --sample",
      ".Dl $ vitrine vitrine:product/98F7FD48-EB41-416F-983E-E5D303207693",
      ".Dl $ vitrine 'vitrine:search?q=cherry%20cake'",
      ".Sh " + tr("SEE ALSO", context: "heading of a manual page"), ".Xr vitrinectl 1",
    ].joined(separator: "\n")
  }
}
