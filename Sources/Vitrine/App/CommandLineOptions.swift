// The command-line options. Anything that is not understood is refused with an explanation: a
// misspelt option must not open a window as if it had worked.

import Foundation
import VitrineModel
import Wording

struct CommandLineOptions: Equatable {
  var isSample = false
  var opensNewWindow = false
  var beginsNewProduct = false
  var restores = true
  var forgets = false
  var isService = false
  var showsHelp = false
  var showsVersion = false
  /// Links, and addresses of files.
  var links: [String] = []

  struct NotUnderstood: Error, LocalizedError {
    let errorDescription: String?
  }

  init(_ arguments: some Sequence<String>) throws {
    for argument in arguments {
      switch argument {
      case "--sample": isSample = true
      case "--new-window": opensNewWindow = true
      case "--new-product": beginsNewProduct = true
      case "--no-restore": restores = false
      case "--forget": forgets = true
      case "--gapplication-service": isService = true
      case "--help", "-h": showsHelp = true
      case "--version": showsVersion = true
      case _ where argument.hasPrefix("-"):
        throw NotUnderstood(
          errorDescription: tr(
            "Unknown option %@. “vitrine --help” lists the options.", argument))
      default:
        let file = ContinuedWindow.file(at: argument)
        do {
          if let file {
            _ = try ContinuedWindow(contentsOf: file)
          } else {
            _ = try VitrineLink(argument)
          }
        } catch {
          throw NotUnderstood(
            errorDescription: tr("“%@” can’t be opened. %@", argument, error.sentence))
        }
        // The process that is running has another working directory.
        links.append(file?.absoluteString ?? argument)
      }
    }
  }

  static var help: String {
    tr("Usage: vitrine [OPTION…] [LINK…] [FILE…]") + "\n\n"
      + tr("Shows the product catalogue, with all its windows as they were.") + "\n\n"
      + [
        ("--sample", tr("Open the sample catalogue, apart from your own")),
        ("--new-window", tr("Open one more window")),
        ("--new-product", tr("Open a form for a new product")),
        ("--no-restore", tr("Do not restore the windows this time")),
        ("--forget", tr("Forget the saved windows, then start")),
        ("--version", tr("Show the version and exit")),
        ("--help", tr("Show this help and exit")),
      ]
      .map { "  " + $0.padding(toLength: 16, withPad: " ", startingAt: 0) + $1 }
      .joined(separator: "\n") + "\n\n"
      + tr(
        "A link opens what it names: vitrine:product/<identifier>, vitrine:search?q=<words> or vitrine:category/<path>."
      ) + "\n" + tr("A file opens the window that was saved in it by “Continue Elsewhere”.")
  }
}
