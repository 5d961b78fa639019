// SPDX-License-Identifier: Apache-2.0
// How the window of each kind is made. All else about a kind is in the model's `WindowKind`.

import StateRestoration
import VitrineModel

/// What windows are made of.
@MainActor
struct WindowMaking {
  unowned let windows: any WindowHost
  let catalogue: OpenCatalogue
  let preferences: Preferences
  /// After a crash during restoration, forms open only when asked for.
  var opensForms = true

  func make(_ kind: WindowKind, _ session: SceneSession) -> any SceneWindow {
    switch kind {
    case .browser: BrowserWindow(windows, catalogue, session: session, opensForms: opensForms)
    case .product: ProductWindow(windows, catalogue, session: session, opensForms: opensForms)
    case .picture: PictureWindow(windows, catalogue, session: session)
    case .history: HistoryWindow(windows, catalogue, session: session)
    case .notes: NotesWindow(windows, catalogue, session: session)
    case .merge: MergeWindow(windows, catalogue, session: session)
    case .duplicates: DuplicatesWindow(windows, catalogue, session: session)
    case .decisions: DecisionsWindow(windows, catalogue, session: session)
    case .fields: FieldsWindow(windows, catalogue, session: session)
    case .importing: ImportWindow(windows, catalogue, session: session)
    case .labels: LabelsWindow(windows, catalogue, session: session)
    case .printing: PrintWindow(windows, catalogue, session: session)
    case .backup: BackupWindow(windows, catalogue, session: session)
    case .preferences: PreferencesWindow(windows, preferences, session: session)
    }
  }
}
