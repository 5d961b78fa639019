// SPDX-License-Identifier: Apache-2.0
// What a large change costs of the history, as sentences.

import Catalog

extension HistoryLoss {
  public var sentence: String {
    switch kind {
    case .undo(older: 0):
      tr("“%@” could not be undone afterwards: it changes too much.", command.name)
    case .undo(let older):
      HistoryLoss(.undo(older: 0), by: command).sentence + " "
        + tr(
          "One older command could not be undone either.",
          "%@ older commands could not be undone either.", count: older)
    case .older(let count):
      tr("“%@” is a large change.", command.name) + " "
        + tr(
          "After it, one older command could not be undone.",
          "After it, %@ older commands could not be undone.", count: count)
    case .redo(later: 0):
      tr("“%@” could not be redone after it is undone: it is too large.", command.name)
    case .redo(let later):
      HistoryLoss(.redo(later: 0), by: command).sentence + " "
        + tr(
          "One later command could not be redone either.",
          "%@ later commands could not be redone either.", count: later)
    case .later(let count):
      tr("“%@” is a large change.", command.name) + " "
        + tr(
          "After it is undone, one command that was undone before could not be redone.",
          "After it is undone, %@ commands that were undone before could not be redone.",
          count: count)
    }
  }
}
