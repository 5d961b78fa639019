// SPDX-License-Identifier: Apache-2.0
// Which commands a window has that shows a backup: those that change nothing in a catalogue and open nothing of today's.

extension Command {
  /// Whether it can be run where everything is only looked at.
  var onlyReads: Bool {
    switch self {
    case let command as BrowserCommand: command.onlyReads
    case let command as ProductCommand: command.onlyReads
    case let command as PhotoCommand: [.copyPhoto, .savePhoto].contains(command)
    case is SortCommand, is FilterCommand, is FieldsCommand, is WindowCommand, is BackupCommand:
      true
    default: false
    }
  }
}

extension BrowserCommand {
  fileprivate var onlyReads: Bool {
    switch self {
    case .showPlace, .search, .searchEverywhere, .sidebar, .back, .layout, .largerPictures,
      .smallerPictures,
      .exportList,
      .copyTable:
      true
    case .newProduct, .openInNewWindow, .openProduct, .copyLink, .editSeveral, .changeField,
      .mergeSeveral,
      .gather, .separate, .addTag, .removeTag, .moveToCategory, .emptyTrash, .publish, .printLabels,
      .printLabelsAgain, .printProducts, .exportAgain:
      false
    }
  }
}

extension ProductCommand {
  fileprivate var onlyReads: Bool {
    switch self {
    case .tab, .copyCode: true
    case .edit, .addNote, .save, .saveAndAddAnother, .copyShownLink, .duplicate, .newFromThis,
      .showPast, .makeVariants, .leaveHead, .moveToTrash, .restore, .deleteForEver, .openPicture:
      false
    }
  }
}
