// SPDX-License-Identifier: Apache-2.0
// The GLib main loop with Swift concurrency on top, idle callbacks and Unix signals.

import CGtk
import CGtkShim
// Imported for its main queue, which the shim drains: without the import, symbols are missing.
import Dispatch

/// GLib's main loop, and Swift's main actor on it.
@MainActor
public enum MainLoop {
  /// Makes `Task`, `await` and `DispatchQueue.main` work under GLib. Call once, before the loop
  /// runs.
  public static func attachMainQueue() -> Bool {
    vitrine_main_queue_attach() != 0
  }

  /// Runs `work` once, when there is nothing more urgent (input, layout, painting) to do. Where the loop has no such moment
  /// for long, because something moves on a screen that is slow to paint, it takes its turn with the painting.
  public static func whenIdle(_ work: @escaping @MainActor () -> Void) {
    let waiting = Waiting(work)
    waiting.add(once(G_PRIORITY_LOW) { waiting.end() })
    waiting.add(
      once(paintingPriority, after: longestBusy) {
        // What is to be laid out now is laid out in this very turn of the loop.
        waiting.add(once(paintingPriority) { waiting.end() })
      })
  }

  /// That of GDK’s frames, with layout: `GDK_PRIORITY_REDRAW`.
  private static let paintingPriority = G_PRIORITY_HIGH_IDLE + 20

  /// Runs `work` once, as soon as nothing of a higher priority is left; returns the number of its source.
  private static func once(
    _ priority: Int32, after milliseconds: Int = 0, _ work: @escaping @MainActor () -> Void
  ) -> guint {
    let box = Unmanaged.passRetained(Work(work)).toOpaque()
    return g_timeout_add_full(
      priority, guint(clamping: milliseconds),
      { data in
        Work.run(data)
        return 0
      }, box, { Work.release($0) })
  }

  /// Runs `work` once after a time, but not before input that has come until then has been handled.
  public static func after(milliseconds: Int, _ work: @escaping @MainActor () -> Void) {
    _ = once(G_PRIORITY_DEFAULT + 1, after: milliseconds, work)
  }

  /// Runs `work` after the next time that a widget is painted, when nothing more urgent is left to do.
  public static func after(paintOf widget: Widget, _ work: @escaping @MainActor () -> Void) {
    // Called at the beginning of a frame, which is painted before anything else is done.
    let box = Unmanaged.passRetained(Work { whenIdle(work) }).toOpaque()
    gtk_widget_add_tick_callback(
      widget.widget,
      { _, _, data in
        Work.run(data)
        return 0
      }, box, { Work.release($0) })
  }

  /// Waits until nothing more urgent is left to do, but not for long: on a slow machine, whatever moves on the screen
  /// (even something that turns) leaves no such moment.
  public static func idle() async {
    await withCheckedContinuation { continuation in
      let waiting = FirstOfSeveral(continuation)
      whenIdle { waiting.end() }
      after(milliseconds: longestBusy) { waiting.end() }
    }
  }

  private static let longestBusy = 100

  /// Waits for a time.
  public static func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
      after(milliseconds: milliseconds) { continuation.resume() }
    }
  }

  /// Runs `work` on the main thread whenever the process receives `signal`, instead of terminating.
  public static func onSignal(_ signal: Int32, _ work: @escaping @MainActor () -> Void) {
    let box = Unmanaged.passRetained(Work(work)).toOpaque()
    g_unix_signal_add_full(
      G_PRIORITY_HIGH, signal,
      { data in
        Work.run(data)
        return 1
      }, box, { Work.release($0) })
  }

  /// Gives memory that was used for a while, such as by a start, back to the system. Can be called on any
  /// thread, and takes a few milliseconds.
  public nonisolated static func giveBackMemory() { vitrine_memory_give_back() }

  /// Lets all threads take memory from two stores instead of one for each thread, most of which would lie idle:
  /// this saves 1 to 2 MB with a window. Call it before there are threads.
  public nonisolated static func shareMemory() { vitrine_memory_share() }

  /// One iteration of the loop, for tests without a running application.
  @discardableResult
  public static func turn(waiting: Bool = false) -> Bool {
    g_main_context_iteration(nil, waiting ? 1 : 0) != 0
  }

  private final class Work {
    let run: @MainActor () -> Void
    init(_ run: @escaping @MainActor () -> Void) { self.run = run }

    // GLib calls both on the main thread, with the box it was given.
    nonisolated static func run(_ box: UnsafeMutableRawPointer?) {
      // Passed as a number, because Swift 6.0 allows no pointer in the closure.
      let address = UInt(bitPattern: box)
      MainActor.assumeIsolated {
        guard let box = UnsafeMutableRawPointer(bitPattern: address) else { return }
        Unmanaged<Work>.fromOpaque(box).takeUnretainedValue().run()
      }
    }

    nonisolated static func release(_ box: UnsafeMutableRawPointer?) {
      if let box { Unmanaged<Work>.fromOpaque(box).release() }
    }
  }
}

/// Work that is done once, by the first of several sources; the others go.
@MainActor
private final class Waiting {
  private var work: (@MainActor () -> Void)?
  private var sources: [guint] = []

  init(_ work: @escaping @MainActor () -> Void) { self.work = work }

  func add(_ source: guint) { sources.append(source) }

  func end() {
    for source in sources {
      if let left = g_main_context_find_source_by_id(nil, source) { g_source_destroy(left) }
    }
    sources = []
    let work = self.work
    self.work = nil
    work?()
  }
}

/// Somebody who waits for the first of several things.
@MainActor
final class FirstOfSeveral {
  private var continuation: CheckedContinuation<Void, Never>?

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

  func end() {
    continuation?.resume()
    continuation = nil
  }
}
