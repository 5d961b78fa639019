// SPDX-License-Identifier: Apache-2.0
// Every verb, in the order of help and manual. A new one is a line here.

import Foundation
import Wording

enum VerbTable {
  static let chapters: [Chapter] = [
    Chapter(tr("Finding products"), [.list, .search, .count, .show, .saved]),
    Chapter(
      tr("Changing products"),
      [
        .add, .edit, .move, .merge, .delete, .trash, .trashRestore, .trashEmpty, .picture,
        .pictureAdd, .pictureCaption, .pictureMove, .pictureRotate, .pictureReplace, .pictureRemove,
        .variant, .variantMake, .variantJoin, .variantLeave, .variantOptions,
      ]),
    Chapter(
      tr("Categories, tags and fields"),
      [
        .category, .categoryRename, .tag, .tagRename, .field, .fieldAdd, .fieldEdit, .fieldRemove,
        .template, .templateSet, .templateFields, .templateRemove,
      ]),
    Chapter(
      tr("History", context: "heading: commands of vitrinectl"),
      [.undo, .redo, .history, .historyExport, .historyApply]),
    Chapter(
      tr("Files", context: "heading: commands of vitrinectl"),
      [.importing, .source, .sourceForget, .exporting, .publish, .printing, .generate]),
    Chapter(
      tr("Paper", context: "heading: commands of vitrinectl"),
      [
        .labels, .labelSheets, .labelLayouts, .labelRuler, .labelPrinters, .labelPrinter,
      ]),
    Chapter(
      tr("Maintenance", context: "heading: commands of vitrinectl"),
      [.check, .backup, .restore, .putBack, .copy, .copyKeep, .rescue, .compact]),
    Chapter(tr("Sharing", context: "heading: commands of vitrinectl"), sharing),
    Chapter(
      tr("Saved windows"),
      [
        .stateShow, .stateCheck, .stateForget, .stateHistory, .stateRestoreHistory, .statePath,
      ]),
    Chapter(tr("This program"), [.help, .completion]),
  ].filter { !$0.verbs.isEmpty }

  /// None in a build without the client library of the hub's server.
  #if HAS_HUB
    private static let sharing = Verb.hubs
  #else
    private static let sharing: [Verb] = []
  #endif

  static let all: [Verb] = chapters.flatMap(\.verbs)

  /// What is understood without a verb.
  static let ofProgram = OptionSection(
    title: tr("Without a command"),
    options: [
      OptionDeclaration(name: "--version", value: nil, about: tr("print the version")),
      OptionDeclaration(name: "--help", letter: "-h", value: nil, about: tr("print the commands")),
    ])

  /// Every option of every verb, for telling options and words apart.
  static let options: [OptionDeclaration] = ofProgram.options + all.flatMap(\.options)

  /// The verb that the first words name, and the words after it.
  static func verb(of words: [String]) throws -> (verb: Verb, words: [String]) {
    let named = all.flatMap { verb in ([verb.name] + verb.aliases).map { (verb, $0) } }
    let found = named.filter { words.starts(with: $0.1) }.max { $0.1.count < $1.1.count }
    guard let first = words.first else { throw UsageError.noVerb }
    let actions = named.map(\.1).filter { $0.count > 1 && $0[0] == first }.map { $0[1] }
    guard let (verb, name) = found else {
      guard !actions.isEmpty else {
        throw UsageError.unknownVerb(first, known: Set(named.map { $0.1[0] }).sorted())
      }
      guard words.count > 1 else { throw UsageError.needsAction(of: first, known: actions) }
      throw UsageError.unknownAction(words[1], of: first, known: actions)
    }
    if name.count == 1, words.count > 1, !actions.isEmpty, verb.arguments.most == 0 {
      throw UsageError.unknownAction(words[1], of: first, known: actions)
    }
    return (verb, Array(words.dropFirst(name.count)))
  }
}
