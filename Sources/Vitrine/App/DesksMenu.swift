// SPDX-License-Identifier: Apache-2.0
// The desks, and what can be done with the one whose windows are open, as a menu that all windows share.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class DesksMenu {
  let menu: Menu
  /// Those with a number first, then those that were kept when another one was opened, the newest first.
  private(set) var all: [NamedSession] = []
  /// Whether one is being opened.
  var isOpening = false
  /// The one that was asked for meanwhile.
  var next: NamedSession?
  private let list = Menu(section: [])
  private let commands = Menu(section: [])
  private let coordinator: RestorationCoordinator
  private let reading: Rereading<Desks>
  /// The files that can't be read and of which that was said.
  private var said: Set<String> = []

  private typealias Desks = (sessions: [NamedSession], problems: [StateProblem])

  /// - Parameter onRead: called when there are others; with a sentence if some can't be read.
  init(
    _ coordinator: RestorationCoordinator, onRead: @escaping @MainActor (String?) -> Void
  ) {
    self.coordinator = coordinator
    menu = Menu(sections: [list, commands])
    reading = Rereading { await coordinator.namedSessions() }
    reading.values.add(self) { [weak self] desks in
      guard let self else { return }
      all = desks.sessions
      show()
      onRead(problem(desks.problems))
    }
    let changes = coordinator.namedSessionsChanges
    Task { [weak self] in
      for await _ in changes { self?.reading.again() }
    }
    show()
  }

  func reload() { reading.again() }

  /// Returns once they are read as they are now.
  func settle() async {
    reading.again()
    await reading.settle()
  }

  /// The one whose windows are open.
  var current: NamedSession? {
    coordinator.currentNamedSession.flatMap { id in all.first { $0.id == id && !$0.isAutomatic } }
  }

  /// What was kept when the last desk was opened.
  var before: NamedSession? { all.first(where: \.isAutomatic) }

  func desk(_ thing: String) -> NamedSession? {
    let id = UUID(uuidString: thing)
    return all.first { id == nil ? $0.number.map(String.init) == thing : $0.id == id }
  }

  func desk(named name: String) -> NamedSession? {
    let named = all.filter { !$0.isAutomatic }
    return named.first { $0.name == name }
      ?? named.first { NamedSession.areSame($0.name, name) }
  }

  private func show() {
    list.show(
      all.map { desk in
        let command =
          desk.id == before?.id
          ? DeskCommand.goBack.inMenu : DeskCommand.open.inMenu(Self.thing(desk))
        return Menu.Item(desk.shortName.unmnemonic, command)
      })
    var labels: [String: String] = [:]
    if let name = current?.shortName.unmnemonic {
      labels = [
        DeskCommand.update.inMenu: tr("_Update “%@”", name),
        DeskCommand.rename.inMenu: tr("Re_name “%@”…", name),
        DeskCommand.send.inMenu: tr("_Send “%@” as File…", name),
        DeskCommand.handOver.inMenu: tr("_Hand “%@” Over…", name),
        DeskCommand.remove.inMenu: tr("_Remove “%@”", name),
      ]
    }
    commands.show(Menu.items(.desks, labels: labels))
  }

  private static func thing(_ desk: NamedSession) -> String {
    desk.number.map(String.init) ?? desk.id.uuidString
  }

  private func problem(_ problems: [StateProblem]) -> String? {
    let new = problems.filter { said.insert($0.file).inserted }
    guard let first = new.first else { return nil }
    let sentence =
      first.reason == .newerVersion
      ? tr("A desk of a newer version of Vitrine was left as it is.")
      : tr("A desk can’t be read, and was left as it is: %@", first.file.printable())
    return sentence.withOthers(new.count - 1)
  }
}

extension NamedSession {
  /// For menus and sentences.
  var shortName: String { name.printable().shortened(to: 40) }
}
