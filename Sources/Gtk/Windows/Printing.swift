// SPDX-License-Identifier: Apache-2.0
// Puts pages on paper by way of the desktop's dialog. Each page is made only when the printer wants it, and not here: so
// neither a long job nor a difficult page holds the windows up.

import CGtk
import Foundation

/// One job for a printer.
@MainActor
public final class Printing: Object {
  /// What is printed.
  public struct Job: Sendable {
    /// As the printer's queue and a file call it.
    public var name: String
    /// How many there are.
    public var pages: Int
    /// Of each page, in points.
    public var size: (width: Double, height: Double)
    /// What paper of that size is called if it has no name of its own.
    public var paper: String
    /// The printer to begin with; nil for the usual one.
    public var printer: Printer?
    /// The papers of that printer.
    public var papers: [PrinterPaper] = []

    /// Pages of one size.
    public init(name: String, pages: Int, size: (width: Double, height: Double), paper: String) {
      (self.name, self.pages, self.size, self.paper) = (name, pages, size, paper)
    }
  }

  /// One that prints on paper.
  public struct Printer: Equatable, Sendable {
    /// That of its queue.
    public let name: String
    /// Nil if it does not say so.
    public let dotsPerInch: Int?

    /// A printer of this name.
    public init(name: String, dotsPerInch: Int?) {
      (self.name, self.dotsPerInch) = (name, dotsPerInch)
    }
  }

  /// What became of it.
  public enum Outcome: Sendable {
    /// All pages are made, but nobody has taken them for seconds. What becomes of them is told once it is known.
    case waiting
    /// The pages were handed over: to this printer, or into a file.
    case printed(on: Printer?)
    /// The person gave it up.
    case cancelled
    /// In words.
    case failed(String)
  }

  /// Draws on a `cairo_t` whose units are points from the top left corner of the sheet.
  public typealias Page = @MainActor (OpaquePointer) -> Void
  /// Makes a page, from 0 on, for the printer that was chosen; nil for a file.
  public typealias Making = @MainActor (Int, Printer?) async throws -> Page

  private let done: @MainActor (Outcome) -> Void
  private var failure: String?
  /// What a failure is called.
  private let words: @MainActor (any Error) -> String
  private var hasBegun = false
  /// Whether all pages are made, and on their way to whoever is to take them.
  private var isBeingSent = false
  /// A printer service that went away is never given up by GTK.
  private var isOverdue = false
  /// Whether pages are on their way to a printer.
  public static var isUnderWay: Bool { underWay.contains { $0.hasBegun && !$0.isOverdue } }
  /// GTK has no other owner for it.
  private static var underWay: [Printing] = []

  /// Asks how to print, and prints.
  /// - Parameters:
  ///   - window: The one that the dialog belongs to.
  ///   - job: what is printed.
  ///   - page: makes the pages for the paper that was chosen.
  ///   - words: says what went wrong with a page.
  ///   - done: Is told what became of it; twice if that takes long.
  public static func begin(
    over window: Window, _ job: Job, page: @escaping Making,
    words: @escaping @MainActor (any Error) -> String,
    done: @escaping @MainActor (Outcome) -> Void
  ) {
    let printing = Printing(job, words: words, done: done)
    underWay.append(printing)
    printing.run(over: window, page)
  }

  private init(
    _ job: Job, words: @escaping @MainActor (any Error) -> String,
    done: @escaping @MainActor (Outcome) -> Void
  ) {
    (self.words, self.done) = (words, done)
    // transfer full
    super.init(adopting: Pointer(gtk_print_operation_new()))
    let operation = cast(to: GtkPrintOperation.self)
    gtk_print_operation_set_job_name(operation, job.name.asTitle)
    gtk_print_operation_set_n_pages(operation, Int32(clamping: job.pages))
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
    gtk_print_operation_set_use_full_page(operation, 1)
    gtk_print_operation_set_allow_async(operation, 1)
    // With a button that stops it, if it takes longer than a moment.
    gtk_print_operation_set_show_progress(operation, 1)
    gtk_print_operation_set_embed_page_setup(operation, 1)
    // Both are copied or kept there; until then they are ours.
    let (settings, setup) = (Self.settings(for: job), Self.pageSetup(for: job))
    withExtendedLifetime((settings, setup)) {
      gtk_print_operation_set_print_settings(operation, settings.opaque)
      gtk_print_operation_set_default_page_setup(operation, setup.opaque)
    }
  }

  private func run(
    over window: Window, _ page: @escaping Making
  ) {
    let operation = cast(to: GtkPrintOperation.self)
    connectPage("draw-page") { [weak self] context, number in
      self?.draw(number, on: context, with: page)
    }
    connectPosition("done") { [weak self] result in
      self?.pagesAreMade(GtkPrintOperationResult(UInt32(result)))
    }
    connect("status-changed") { [weak self] in self?.statusChanged() }
    var error: UnsafeMutablePointer<GError>?
    let result = gtk_print_operation_run(
      operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window.cast(to: GtkWindow.self), &error)
    if let error {
      failure = String(cString: error.pointee.message)
      g_error_free(error)
    }
    // Everything else is told by the signal.
    if result == GTK_PRINT_OPERATION_RESULT_ERROR { end(result) }
  }

  private func draw(
    _ number: Int, on context: Pointer, with page: @escaping Making
  ) {
    let operation = cast(to: GtkPrintOperation.self)
    hasBegun = true
    // It waits for `gtk_print_operation_draw_page_finish`, and keeps the context until then.
    gtk_print_operation_set_defer_drawing(operation)
    let context = Object(retaining: context)
    Task { [self] in
      do {
        let drawn = try await page(number, Self.printer(of: operation))
        drawn(gtk_print_context_get_cairo_context(context.opaque))
      } catch {
        failure = words(error)
        gtk_print_operation_cancel(operation)
      }
      gtk_print_operation_draw_page_finish(operation)
    }
  }

  private func pagesAreMade(_ result: GtkPrintOperationResult) {
    // Quirk: done-unsent. It is called done when the last page is drawn, whether or not anybody took them.
    isBeingSent =
      result == GTK_PRINT_OPERATION_RESULT_APPLY && failure == nil
      && status == GTK_PRINT_STATUS_SENDING_DATA
    guard isBeingSent else { return end(result) }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(5))
      guard let self, isBeingSent else { return }
      isOverdue = true
      done(.waiting)
    }
  }

  private func statusChanged() {
    guard isBeingSent, status != GTK_PRINT_STATUS_SENDING_DATA else { return }
    isBeingSent = false
    end(GTK_PRINT_OPERATION_RESULT_APPLY)
  }

  private var status: GtkPrintStatus {
    gtk_print_operation_get_status(cast(to: GtkPrintOperation.self))
  }

  private func end(_ result: GtkPrintOperationResult) {
    guard let place = Self.underWay.firstIndex(where: { $0 === self }) else { return }
    let outcome: Outcome
    if let failure {
      outcome = .failed(failure)
    } else if result == GTK_PRINT_OPERATION_RESULT_APPLY,
      status != GTK_PRINT_STATUS_FINISHED_ABORTED
    {
      outcome = .printed(on: Self.printer(of: cast(to: GtkPrintOperation.self)))
    } else if result != GTK_PRINT_OPERATION_RESULT_CANCEL {
      var error: UnsafeMutablePointer<GError>?
      gtk_print_operation_get_error(cast(to: GtkPrintOperation.self), &error)
      outcome = .failed(error.map { String(cString: $0.pointee.message) } ?? "")
      error.map { g_error_free($0) }
    } else {
      outcome = .cancelled
    }
    Self.underWay.remove(at: place)
    // Not inside its own signal, which must not release it either.
    MainLoop.whenIdle { [self] in done(outcome) }
  }
}
