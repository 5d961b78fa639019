// SPDX-License-Identifier: Apache-2.0
// The parts of the manual page that are not about a command or an option.

import Foundation
import Wording

enum ManualSections {
  static var beginning: String {
    [
      ".Dd November 26, 2026", ".Dt VITRINECTL 1", ".Os",
      ".Sh " + tr("NAME", context: "heading of a manual page"), ".Nm vitrinectl",
      ".Nd " + Mdoc.word(tr("the catalogue and the windows of vitrine, from a terminal")),
      ".Sh " + tr("SYNOPSIS", context: "heading of a manual page"),
      ".Nm", ".Ar " + tr("command", context: "how a program is called"),
      ".Op Ar \(tr("argument", context: "how a program is called")) ...",
      ".Op Ar \(tr("option", context: "how a program is called")) ...",
      ".Nm", ".Ar " + tr("command", context: "how a program is called"), ".Fl -help",
      ".Nm", ".Fl -version", ".Nm", ".Fl -help",
      ".Sh " + tr("DESCRIPTION", context: "heading of a manual page"),
      Mdoc.paragraphs([
        tr(
          "“vitrinectl” reads and changes the catalogue of vitrine(1), and reads the saved state of its windows. It needs no display, and vitrine may be running at the same time: its windows show changes made here at once. Every change is one command, which “undo” takes back, here or in a window."
        ),
        tr(
          "With “--json”, a command prints one JSON object per line, so that the lines of one command can be the input of another:"
        ),
      ]), ".Dl vitrinectl search --json cherry | vitrinectl show -",
      Mdoc.paragraphs([
        tr(
          "Error messages are objects with the key “error”, one per line, on standard error."),
        tr(
          "A command that takes longer than a second shows its progress if standard error is a terminal. Ctrl-C stops it without changing anything. Commands that only read never wait for one that writes; a command that changes something waits until another has finished, and says so."
        ),
      ]),
    ].joined(separator: "\n")
  }

  /// The format of what is imported and exported, and where things are.
  static var files: String {
    [
      format,
      Mdoc.list(
        ".Sh " + tr("ENVIRONMENT", context: "heading of a manual page"),
        [
          Mdoc.item(
            tag: "Ev XDG_STATE_HOME",
            tr(
              "Where the files below are, if this is an absolute path; otherwise %@.",
              "~/.local/state")),
          Mdoc.item(tag: "Ev XDG_DATA_HOME", tr("Likewise; otherwise %@.", "~/.local/share")),
        ]),
      Mdoc.list(
        ".Sh " + tr("FILES", context: "heading of a manual page"),
        [
          Mdoc.item(
            tag: "Pa $XDG_STATE_HOME/org.vitrine.Vitrine/",
            tr("The saved windows; %@ for the sample.", "org.vitrine.Vitrine.Sample")),
          Mdoc.item(
            tag: "Pa $XDG_DATA_HOME/vitrine/",
            tr("The catalogue; %@ for the sample.", "vitrine-sample")
          ),
        ]),
    ].joined(separator: "\n")
  }

  private static var format: String {
    [
      ".Sh " + tr("FORMAT", context: "heading of a manual page"),
      Mdoc.prose(
        tr(
          "A file of products has one product per line, as a JSON object in UTF-8. A line for each custom field comes before the products. It is an object whose only key is “field”, with an object that has “id”, “name”, “kind”, and, depending on the kind, “unit”, “choices” or “check”, “category”, and “cost” if it is true. A field with the same identifier or name is the same field if it is of the same kind; its choices are merged. The order of the lines is the manual order. Every key is optional, except that a new product must have a title; unknown keys are refused."
        )), ".Bl -tag -width Ds",
      Mdoc.item(
        tag: "Li id",
        tr(
          "A UUID. If it is missing, the line means the product that had the same “sku” before the import, or a new one."
        )),
      Mdoc.item(
        tag: "Li title , description , category , sku , gtin",
        tr("Strings; the levels of a category are separated by slashes.")),
      Mdoc.item(tag: "Li tags", tr("A list of strings.")),
      Mdoc.item(
        tag: "Li price , currency",
        tr(
          "The amount as a string with a decimal point, such as \"24.99\", and the ISO 4217 currency code."
        )),
      Mdoc.item(
        tag: "Li unit",
        tr(
          "What the product is sold by, such as \"kg\" or \"m\"; without it, by the piece. Without “packSize”, the price and the stock are in this unit."
        )),
      Mdoc.item(
        tag: "Li packSize , stock , minimumStock",
        tr(
          "Numbers with up to six decimals, kept exactly; as strings, too. With “packSize”, which says how much is in a pack, the price and the stock are those of packs."
        )),
      Mdoc.item(tag: "Li yearIntroduced", tr("A whole number.")),
      Mdoc.item(
        tag: "Li fields",
        tr(
          "An object with the values of custom fields by name: whole numbers and years as numbers, yes or no as true or false, tags as a list, everything else as the text that “--set” takes. The name must be that of a field in the catalogue or on an earlier line."
        )),
      Mdoc.item(
        tag: "Li variantOf , taken",
        tr(
          "Of a variant: the “id” of its head, and a list of the fields that it takes from there, custom ones with “fields.” before their name. Their values are on the line, too. Without “taken” it takes what it lacks; a line without “variantOf” leaves a variant what it is."
        )),
      Mdoc.item(
        tag: "Li options",
        tr("Of a head: a list of the custom fields in which its variants differ, by name.")),
      Mdoc.item(
        tag: "Li images",
        tr(
          "A list of objects with “file”, the name of a file beside this one in PNG, JPEG, WebP, GIF, SVG, AVIF or HEIC format, “caption”, “turn”, by how many degrees it is turned clockwise (90, 180 or 270) when it is shown, and “id”. The first is the cover."
        )),
      Mdoc.item(
        tag: "Li notes",
        tr(
          "A list of objects with “title”, “text”, “id”, “created”, “changed” and “revision”.")),
      Mdoc.item(
        tag: "Li created , changed , deleted",
        tr(
          "Dates and times in ISO 8601 format, such as \"2026-11-21T08:30:00.000Z\"; a product with “deleted” is in the trash."
        )),
      Mdoc.item(tag: "Li revision", tr("How many times the product was changed.")), ".El",
    ].joined(separator: "\n")
  }

  static var end: String {
    [
      ".Sh " + tr("EXAMPLES", context: "heading of a manual page"),
      [
        Mdoc.example(
          tr("Print the flowers that are sold out as JSON:"),
          typed: "vitrinectl list --category Flowers --stock 0..0 --json"),
        Mdoc.example(
          tr("Make everything cheaper that a search finds:"),
          typed: "vitrinectl search cherry | vitrinectl edit - --calculate price=-10%"),
        Mdoc.example(
          tr("Give all of them a tag, as one command:"),
          typed:
            "vitrinectl edit --tag order --where --category Flowers --stock 0..0 --all-matching"),
        Mdoc.example(
          tr("Copy everything to another computer:"),
          typed: "vitrinectl export shop && scp -r shop other: && ssh other vitrinectl import shop"),
      ].joined(separator: "\n.Pp\n"),
      ".Sh " + tr("SEE ALSO", context: "heading of a manual page"), ".Xr vitrine 1",
    ].joined(separator: "\n")
  }
}
