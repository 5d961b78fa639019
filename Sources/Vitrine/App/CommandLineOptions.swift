// SPDX-License-Identifier: Apache-2.0
// The command-line options. Anything that is not understood is refused with an explanation: a
// misspelt option must not open a window as if it had worked.

import Catalog
import Foundation
import VitrineModel
import Wording

struct CommandLineOptions: Equatable {
  var isSample = false
  var opensNewWindow = false
  var beginsNewProduct = false
  var restores = true
  var forgets = false
  /// The name of the desk to open.
  var desk: String?
  var isService = false
  /// Whether the desktop starts it after a log-in: nobody has asked for it at this moment.
  var isAfterLogIn = false
  var showsHelp = false
  var showsVersion = false
  /// Links, and addresses of files.
  var links: [String] = []
  /// Why some of them can't be opened, though others can.
  var refusals: [String] = []

  struct NotUnderstood: Error, LocalizedError {
    let errorDescription: String?
  }

  /// What an option is called, what help says of it, and what it does.
  private struct Option {
    let name: String
    var letter: String?
    /// Nil for an option that only the desktop uses.
    let about: String?
    /// What has to follow it, as help calls it.
    var value: String?
    let take: (inout CommandLineOptions, String) -> Void

    init(
      name: String, letter: String? = nil, about: String?,
      take: @escaping (inout CommandLineOptions) -> Void
    ) {
      (self.name, self.letter, self.about) = (name, letter, about)
      self.take = { options, _ in take(&options) }
    }

    init(
      name: String, value: String, about: String?,
      take: @escaping (inout CommandLineOptions, String) -> Void
    ) {
      (self.name, self.value, self.about, self.take) = (name, value, about, take)
    }
  }

  static let afterLogIn = "--after-log-in"

  /// Parsing and help are made from these; a test compares them with the manual page.
  private static var all: [Option] {
    [
      Option(name: "--sample", about: tr("Open the sample catalogue, apart from your own")) {
        $0.isSample = true
      },
      Option(name: "--new-window", about: tr("Open one more window")) { $0.opensNewWindow = true },
      Option(name: "--new-product", about: tr("Open a form for a new product")) {
        $0.beginsNewProduct = true
      },
      Option(
        name: "--desk", value: tr("NAME", context: "what follows an option"),
        about: tr("Open the windows that were kept under this name")
      ) { $0.desk = $1 },
      Option(
        name: "--catalog", value: tr("ADDRESS", context: "what follows an option"),
        about: tr("Join the catalogue that is shared through this database")
      ) { options, address in
        if let invitation = HubInvitation(address: address) {
          options.links.append(invitation.link)
        } else {
          options.refusals.append(
            tr(
              "“%@” is not the address of a shared catalogue, such as “postgresql://anna@shop.example/catalogue”. A password is never part of it.",
              address))
        }
      },
      Option(name: "--no-restore", about: tr("Do not restore the windows this time")) {
        $0.restores = false
      },
      Option(name: "--forget", about: tr("Forget the saved windows, then start")) {
        $0.forgets = true
      },
      Option(name: "--gapplication-service", about: nil) { $0.isService = true },
      Option(name: afterLogIn, about: nil) { $0.isAfterLogIn = true },
      Option(name: "--version", about: tr("Show the version and exit")) { $0.showsVersion = true },
      Option(name: "--help", letter: "-h", about: tr("Show this help and exit")) {
        $0.showsHelp = true
      },
    ]
  }

  /// One link that leads nowhere is no reason not to open the others.
  init(_ arguments: some Sequence<String>) throws {
    let all = Self.all
    var isAnyGood = false
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument.hasPrefix("-") {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard let option = all.first(where: { [$0.name, $0.letter].contains(parts[0]) }),
          option.value != nil || parts.count == 1
        else {
          throw NotUnderstood(
            errorDescription: tr(
              "Unknown option %@. “vitrine --help” lists the options.", argument))
        }
        var value: String? = parts.count > 1 ? parts[1] : nil
        if value == nil { value = option.value == nil ? "" : rest.popFirst() }
        guard let value else {
          throw NotUnderstood(
            errorDescription: tr("%1$@ needs %2$@.", option.name, option.value ?? ""))
        }
        option.take(&self, value)
        continue
      }
      let file = ContinuedWindow.file(at: argument)
      do {
        if let file, ContinuedWindow.isOne(file) {
          _ = try SentFile(contentsOf: file)
        } else if let file {
          // What is in it is told by a window.
          _ = try file.checkResourceIsReachable()
        } else {
          _ = try VitrineLink(argument)
        }
        isAnyGood = true
      } catch {
        refusals.append(tr("“%1$@” can’t be opened. %2$@", argument, error.sentence))
      }
      // The process that is running has another working directory.
      links.append(file?.absoluteString ?? argument)
    }
    if !isAnyGood, !refusals.isEmpty {
      throw NotUnderstood(errorDescription: refusals.joined(separator: "\n"))
    }
  }

  static var help: String {
    tr("Usage: vitrine [OPTION…] [LINK…] [FILE…]") + "\n\n"
      + tr("Shows the product catalogue, with all its windows as they were.") + "\n\n"
      + all.compactMap { option in
        option.about.map {
          let name = option.value.map { option.name + " " + $0 } ?? option.name
          return "  " + name.padding(toLength: 16, withPad: " ", startingAt: 0) + $0
        }
      }
      .joined(separator: "\n") + "\n\n"
      + tr(
        "A link opens what it names: vitrine:product/<identifier>, vitrine:photo/<identifier>, vitrine:search?q=<words> or vitrine:category/<path>."
      ) + "\n"
      + tr(
        "A file is a list to import, such as a spreadsheet, a copy of a catalogue to look at, or a window or a desk that was saved to be continued elsewhere."
      )
  }
}
