// SPDX-License-Identifier: Apache-2.0
// Tells users what they should know where they look: in every window, whether changes are saved; in
// the one that was in front at the start, what happened then. What needs no answer is gone with the first thing they do;
// else it stays until they answer, and a window that closes hands it on. It does not follow them into other windows:
// whatever is below would move away under the pointer.

import Foundation
import Gtk
import StateRestoration

/// The banners of all windows.
@MainActor
final class RestorationMessages {
  /// What the user reads.
  var texts: RestorationTexts
  private let coordinator: RestorationCoordinator
  private var windows: [UUID: WindowBanners] = [:]
  /// What happened at the start and was not answered yet.
  private var notices: [RestorationNotice] = []
  /// What was said last about something that came from outside.
  private var told: String?
  /// The window that shows them.
  private var noticed: UUID?
  private var showSavedWindows: (() -> Void)?
  private var restorePrevious: (() -> Void)?
  /// Waits for a pause in what the user does.
  private var goingAway: Task<Void, Never>?

  @MainActor
  private struct WindowBanners {
    let saving = MessageBanner()
    let notice = MessageBanner(isWarning: false)
  }

  /// Nothing is shown before there is a window.
  init(
    _ coordinator: RestorationCoordinator, texts: RestorationTexts = RestorationTexts()
  ) {
    self.coordinator = coordinator
    self.texts = texts
    coordinator.onSavingStateChange { [weak self] _ in
      self?.windows.values.forEach { self?.showSavingState(in: $0) }
    }
  }

  /// What goes above the content of a window.
  func banners(for scene: SceneSession) -> Widget {
    let banners = WindowBanners()
    windows[scene.id] = banners
    banners.notice.onDismiss(texts.dismiss) { [weak self] in self?.answered() }
    showSavingState(in: banners)
    showNotices()
    let all = Box(.vertical, children: [banners.saving.root, banners.notice.root])
    all.onWindowUse { [weak self] in self?.somethingWasDone() }
    return all
  }

  /// A window is gone. What needs an answer and got none there is shown in the next one.
  func forget(_ scene: SceneSession) {
    windows[scene.id] = nil
    if scene.id == noticed, !needsAnswer { notices = [] }
    showNotices()
  }

  private var needsAnswer: Bool { notices.contains(where: \.leftSomethingOut) }

  // Not under the pointer, with which something is clicked twice.
  private func somethingWasDone() {
    guard !notices.isEmpty || told != nil, !needsAnswer else { return }
    goingAway?.cancel()
    goingAway = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      self?.answered()
    }
  }

  /// Shows what happened at the start until it is answered: in the first window that is made after this, if there is
  /// none, and there from its first frame on. `showSavedWindows`: shows the windows that did not come back.
  /// `restorePrevious`: restores those that come back at the next start; without it, they are shown among the others.
  func show(
    _ notices: [RestorationNotice], restorePrevious: (() -> Void)? = nil,
    showSavedWindows: @escaping () -> Void
  ) {
    self.notices = notices
    (self.showSavedWindows, self.restorePrevious) = (showSavedWindows, restorePrevious)
    showNotices()
  }

  /// Says something about what came from outside, until it is answered or there is something else to say; nil: nothing
  /// more.
  func tell(_ text: String?) {
    told = text
    // Where the user is now.
    if notices.isEmpty {
      noticed.flatMap { windows[$0] }?.notice.hide()
      noticed = nil
    }
    showNotices()
  }

  /// Takes away what happened at the start: it was answered, perhaps elsewhere.
  func answered() {
    notices = []
    told = nil
    showNotices()
  }

  private func showNotices() {
    guard !notices.isEmpty || told != nil else {
      return windows.values.forEach { $0.notice.hide() }
    }
    if noticed.flatMap({ windows[$0] }) == nil {
      noticed = coordinator.scenes.first { windows[$0.id] != nil }?.id
    }
    guard let banner = noticed.flatMap({ windows[$0] })?.notice else { return }
    let text = (notices.map(texts.notice) + [told].compactMap { $0 }).joined(separator: " ")
    guard needsAnswer else { return banner.show(text) }
    if let restorePrevious, notices.contains(where: \.isAboutPrevious) {
      return banner.show(text, texts.restorePrevious) { [weak self] in
        self?.answered()
        restorePrevious()
      }
    }
    banner.show(text, texts.show) { [weak self] in
      self?.answered()
      self?.showSavedWindows?()
    }
  }

  private func showSavingState(in banners: WindowBanners) {
    let state = coordinator.savingState
    switch state {
    case .saving: banners.saving.hide()
    case .notSaving:
      banners.saving.show(texts.savingState(state), texts.retry) { [weak self] in
        self?.coordinator.retrySaving()
      }
    case .leavingOut, .off: banners.saving.show(texts.savingState(state))
    }
  }
}

extension RestorationNotice {
  fileprivate var isAboutPrevious: Bool {
    if case .notRestored = kind { true } else { false }
  }

  /// Whether it is about windows that did not come back, and are still there.
  fileprivate var leftSomethingOut: Bool {
    switch kind {
    case .withheld, .refused, .unknownKind, .unreadable, .waiting, .notRestored: true
    case .endedUnexpectedly, .missing, .newerVersion: false
    }
  }
}
