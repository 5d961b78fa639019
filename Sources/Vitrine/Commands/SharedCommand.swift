// SPDX-License-Identifier: Apache-2.0
// Commands that a window has in common with another one, in which they were declared. Each kind of window
// says in an enumeration of its own which those are: so the compiler demands that it does all of them, and
// whoever shows the window offers them.

import Gtk

/// A command of another enumeration, under the same name.
protocol SharedCommand: Command {
  var original: any Command { get }
}

extension SharedCommand {
  static var scope: CommandScope { .window }
  var row: CommandRow { original.row }
  var rawValue: String { original.rawValue }

  init?(rawValue: String) {
    guard let command = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = command
  }
}

enum ProductWindowCommand: SharedCommand {
  case newProduct, openInNewWindow, showPlace

  var original: any Command {
    switch self {
    case .newProduct: BrowserCommand.newProduct
    case .openInNewWindow: BrowserCommand.openInNewWindow
    case .showPlace: BrowserCommand.showPlace
    }
  }
}

enum PictureWindowCommand: SharedCommand {
  /// Of the product.
  case openInNewWindow

  var original: any Command {
    switch self {
    case .openInNewWindow: BrowserCommand.openInNewWindow
    }
  }
}

/// For a window with one list and a search in it.
enum SearchedWindowCommand: SharedCommand {
  case search

  var original: any Command {
    switch self {
    case .search: BrowserCommand.search
    }
  }
}

enum FieldsWindowCommand: SharedCommand {
  case save

  var original: any Command {
    switch self {
    case .save: ProductCommand.save
    }
  }
}

enum WelcomeCommand: SharedCommand {
  case close

  var original: any Command {
    switch self {
    case .close: WindowCommand.close
    }
  }
}

/// For a window that has only the commands of every window: there are no cases. (For an enumeration without cases, the
/// compiler says that its handlers are never run.)
struct NoCommand: Command {
  static let scope = CommandScope.window
  static let allCases: [NoCommand] = []
  let rawValue: String
  var row: CommandRow { .init(menus: .onlyOnControls) }

  init?(rawValue: String) { nil }
}

extension CommandHandler where Handled == NoCommand {
  func run(_ command: NoCommand, _ thing: String) {}

  func state(of command: NoCommand) -> CommandState { .available }
}
