// SPDX-License-Identifier: Apache-2.0
// The names that are stored on people's disks. Each stands here and nowhere else, and never gets a second meaning.

import Foundation
import StateRestoration

extension SceneKind {
  /// All notes, and one of them open.
  static let book = SceneKind("book")
  /// One note alone.
  static let page = SceneKind("page")
  /// What is to be nowhere but on the screen.
  static let secret = SceneKind("secret")
}

extension ActivityType {
  static let writing = ActivityType("org.example.Notes.writing")
  static let reading = ActivityType("org.example.Notes.reading")
}

extension StateKey {
  /// Which note is chosen in the list.
  static let chosen = StateKey("List.chosen")
  /// How wide the list is.
  static let listWidth = StateKey("Book.listWidth")
  /// What was typed in a note and not saved.
  static func draft(of note: UUID) -> StateKey { StateKey("Page.draft." + note.uuidString) }
  static let selection = StateKey("Page.selection")
  /// How a note began that a window shows, in its activity: what can be said of it when it is gone.
  static let beginning = StateKey("beginning")
  /// Whether pictures of closed windows are kept: a preference.
  static let pictures = StateKey("windows.pictures")
  /// Which view has the keyboard.
  static let keyboard = StateKey("keyboard")
}

extension UserActivity {
  /// Targets of activities begin with this: a window says by it that it shows notes.
  static let notePrefix = "note-"

  /// The note that it is about.
  var note: UUID? {
    targetContentIdentifier.flatMap {
      $0.hasPrefix(Self.notePrefix)
        ? UUID(uuidString: String($0.dropFirst(Self.notePrefix.count))) : nil
    }
  }

  init(_ type: ActivityType, _ note: NoteBook.Note) {
    self.init(type: type)
    show(note)
  }

  /// Says what is about the note, for lists of windows and for links.
  mutating func show(_ note: NoteBook.Note) {
    title = note.title
    targetContentIdentifier = Self.target(note.id)
    keywords = note.tags
    isEligibleForHandoff = true
    userInfo[.beginning] = .string(String(note.text.prefix(200)))
    // What somebody wrote stays here: a link says where it is, and no more.
    requiredUserInfoKeys = []
  }

  static func target(_ note: UUID) -> String { notePrefix + note.uuidString }
}
