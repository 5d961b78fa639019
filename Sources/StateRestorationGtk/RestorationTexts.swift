// SPDX-License-Identifier: Apache-2.0
// Every sentence this module shows, in English. A program in another language sets its own.

import Foundation
import StateRestoration

/// What the user reads.
@MainActor
public struct RestorationTexts {
  /// Whether changes are saved.
  public var savingState: (SavingState) -> String = { $0.message }
  /// What happened at the start.
  public var notice: (RestorationNotice) -> String = { $0.message }
  /// Why a window is not shown.
  public var reason: (KeptWindow.Reason) -> String = { reason in
    switch reason {
    case .crashed: "Left out, because opening it went wrong"
    case .refused(let version): "Saved by version \(version)"
    case .unknownKind: "Of a kind that this version does not know"
    case .notWanted: "From an earlier run"
    case .waiting: "Not opened yet"
    }
  }
  /// Why a file is not used as it is.
  public var problem: (StateProblem.Reason) -> String = { $0.description }
  /// A window without a title.
  public var untitled: (_ kind: SceneKind) -> String = { $0.rawValue }
  /// What is unfinished in a saved window, such as a text that was not saved; nil for nothing.
  public var unfinished: (SceneRecord) -> String? = { _ in nil }
  /// A moment.
  public var time: (Date) -> String = { date in
    DateFormatter.localizedString(from: date, dateStyle: .medium, timeStyle: .short)
  }
  /// How many windows an earlier session had.
  public var count: (Int) -> String = { $0 == 1 ? "1 window" : "\($0) windows" }

  /// A link or a file is being read.
  public var arriving = "Opening…"
  /// What a link or a file stands for is not shown, and why.
  public var notContinued: (any Error) -> String = {
    "It can’t be opened. \($0.localizedDescription)"
  }
  /// Tries to save again.
  public var retry = "Retry"
  /// Shows which windows were left out.
  public var show = "Show"
  /// Restores the windows that the start did not.
  public var restorePrevious = "Restore Previous Windows"
  /// Takes a notice away.
  public var dismiss = "Dismiss"
  /// The title of the list of saved windows.
  public var savedWindows = "Saved Windows"
  /// There is none.
  public var noSavedWindows = "No Saved Windows"
  /// What would be listed instead.
  public var whatIsListed = "Windows that you close, or that were not restored, are listed here."
  /// Above the windows that were left out.
  public var leftOut = "Not Restored"
  /// Above the windows that were closed.
  public var closed = "Closed"
  /// Above the sessions of the past.
  public var earlier = "Earlier Sessions"
  /// Above what could not be read.
  public var setAside = "Could Not Be Read"
  /// Opens one of them.
  public var open = "Open"
  /// Opens all of them.
  public var openAll = "Open All"
  /// Opens those that are selected. An underscore marks the key.
  public var openSelected = "Open _Selected"
  /// Selects one of them, to screen readers.
  public var select: (_ title: String) -> String = { "Select \($0)" }
  /// A picture of a closed window, to screen readers.
  public var picture: (_ title: String) -> String = { "Picture of \($0)" }
  /// Closes the list. Here and below an underscore marks the key.
  public var close = "_Close"
  /// Asked when the application is to end and something can't be saved.
  public var quitQuestion = "Quit Without Saving?"
  /// What is lost then.
  public var quitExplanation: (SavingState) -> String = { state in
    "Your latest changes in the windows will be lost. \(state.message)"
  }
  /// What is lost if the application ends while ``RestoredApplicationDelegate/isWorking``.
  public var workExplanation = "Something is still being done, and would not be finished."
  /// Ends it all the same.
  public var quitAnyway = "_Quit Anyway"
  /// Goes back.
  public var cancel = "_Cancel"
  /// What the session manager shows when a log-out has to wait.
  public var logOutReason = "Changes in windows could not be saved yet."

  /// Why the machine waits a moment before it sleeps or shuts down, in lists of who makes it wait.
  public var sleepReason = "Saves the latest changes"

  /// Said on standard error: there is no session bus.
  public var noBus =
    "There is no session bus: screen readers and requests from the desktop don’t reach this program."
  /// There is nothing to show windows on.
  public var noDisplay =
    "There is no display to show windows on: neither DISPLAY nor WAYLAND_DISPLAY leads to one."
  /// GLib's loop can't run the main queue.
  public var noMainQueue = "The system’s main queue can’t be watched."
  /// The bus does not accept the application.
  public var notRegistered: (_ problem: String) -> String = {
    "The application can’t be registered on the session bus: \($0)"
  }
  /// How these are said.
  public var complain: (String) -> Void = { text in
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }

  /// The English ones.
  public init() {}
}
