// SPDX-License-Identifier: Apache-2.0
// The end of a program: a log-out, a signal, the menu, the last window, and a machine that is
// turned off or sleeps until its battery is empty. What is unsaved then gets a moment to be
// written; beyond that, a log-out and the machine wait only for what could not be written or is
// under way. A user who quits is asked before text is dropped that can't be saved, or is only in
// memory. A signal is obeyed at once: its sender cannot answer a question.

import Foundation
import Gtk
import StateRestoration

/// What the end of an application depends on.
@MainActor
protocol SessionEndDelegate: AnyObject {
  /// The window over which to ask; nil while there is none.
  var frontWindow: Window? { get }
  /// Whether something is under way that would be lost with the program: quitting asks, and a log-out
  /// waits until it is done.
  var isWorking: Bool { get }
  /// The session ends, or so it seems: somebody ends all of its programs.
  func sessionEnds()
}

/// Ends an application without losing what was typed last.
@MainActor
final class SessionEnd {
  /// What the user reads.
  var texts: RestorationTexts
  private weak var delegate: (any SessionEndDelegate)?
  private var isWorking: Bool { delegate?.isWorking == true }
  private let application: Application
  private let coordinator: RestorationCoordinator
  private var inhibition: Application.Inhibition?
  /// For what is unsaved. The end itself takes some time, too, and all of it is to take less than a second.
  private static let shortWait = 0.6

  /// From now on a log-out, sleep and a shutdown wait for what could not be written. Create it
  /// before the application is registered.
  init(
    _ application: Application, _ coordinator: RestorationCoordinator,
    texts: RestorationTexts = RestorationTexts(), delegate: any SessionEndDelegate
  ) {
    self.delegate = delegate
    self.application = application
    self.coordinator = coordinator
    self.texts = texts
    application.onQueryEnd { [weak self] in self?.logOut() }
    application.onSessionEnd { [weak self] in self?.delegate?.sessionEnds() }
    application.beforeSleep(texts.sleepReason) { [weak self] in
      self?.coordinator.flush(within: 1)
      await self?.untilSaved()
    }
  }

  /// Ends the application when it is asked to by a signal, as the desktop does at the end of a
  /// session and a user in a terminal.
  func obeySignals() {
    // What ends a session without a session manager sends nothing but this to its programs.
    MainLoop.onSignal(SIGTERM) { [weak self] in
      self?.delegate?.sessionEnds()
      self?.application.quit()
    }
    for signal in [SIGINT, SIGHUP] {
      MainLoop.onSignal(signal) { [application] in application.quit() }
    }
  }

  /// Ends the application; asks first if what was changed last can't be saved, or something is under way.
  func quit() {
    askIfUnsaved { [application] in application.quit() }
  }

  /// Whether a window may close. The last one may not while what was changed last can't be saved or
  /// something is under way: the user is asked first, and the application ends if they say so.
  func mayClose(_ scene: SceneSession) -> Bool {
    guard scene.isRestorable, coordinator.scenes.allSatisfy({ $0 === scene }) else { return true }
    return !askIfUnsaved { [application] in application.quit() }
  }

  // Whether it asks.
  @discardableResult
  private func askIfUnsaved(_ proceed: @escaping @MainActor () -> Void) -> Bool {
    coordinator.flush(within: Self.shortWait)
    // Without a window nobody can be asked, and nothing is being typed.
    let losesEdits = coordinator.wouldLoseEdits
    guard losesEdits || isWorking, let window = delegate?.frontWindow else {
      proceed()
      return false
    }
    Question.ask(
      over: window, texts.quitQuestion,
      text: losesEdits ? texts.quitExplanation(coordinator.savingState) : texts.workExplanation,
      cancel: texts.cancel, confirm: texts.quitAnyway, action: proceed)
    return true
  }

  // MARK: Logging out

  private func logOut() {
    coordinator.flush(within: Self.shortWait)
    guard coordinator.wouldLoseEdits || isWorking, inhibition == nil else { return }
    inhibition = application.inhibitLogOut(
      coordinator.wouldLoseEdits ? texts.logOutReason : texts.workExplanation)
    guard inhibition != nil else { return }
    Task {
      await untilSaved()
      while isWorking { try? await Task.sleep(for: .milliseconds(500)) }
      if let inhibition { application.end(inhibition) }
      inhibition = nil
    }
  }

  /// While somebody waits, writing is tried more often than usual.
  private func untilSaved() async {
    while coordinator.wouldLoseEdits, !Task.isCancelled {
      coordinator.retrySaving()
      try? await Task.sleep(for: .milliseconds(500))
    }
  }
}
