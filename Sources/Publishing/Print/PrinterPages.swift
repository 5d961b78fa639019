// SPDX-License-Identifier: Apache-2.0
// The pages of a document for a printer, which asks for one after the other. They are made a few at a time, so that a list
// of a million rows takes no more memory than a short one. A page that was asked for before is made again from the start.

import Catalog
import Foundation
import Paper

public actor PrinterPages {
  /// How many pages there are.
  public let count: Int
  private let document: PrintedDocument
  private let ids: [UUID]
  private let store: CatalogStore
  private var run: Run?
  /// What could not be shown on the pages that were made.
  public private(set) var found = LookedAt()

  /// One way through the document.
  private struct Run {
    let task: Task<Void, Never>
    let asked: AsyncStream<Int>.Continuation
    let made: AsyncThrowingStream<MadePage, any Error>
    var next = 0
  }

  /// - Parameter count: as the document says.
  public init(_ document: PrintedDocument, of ids: [UUID], in store: CatalogStore, count: Int) {
    (self.document, self.ids, self.store, self.count) = (document, ids, store, count)
  }

  deinit { run?.task.cancel() }

  /// A page, from 0 on.
  public func page(_ number: Int) async throws -> DrawnPage {
    if run == nil || number < run?.next ?? 0 { begin(at: number) }
    guard let run else { throw CancellationError() }
    self.run?.next = number + 1
    run.asked.yield(number)
    for try await made in run.made where made.number == number {
      found.add(made.problems, made.lackingCharacters)
      return made.page
    }
    // The products have changed meanwhile, and there are fewer.
    return DrawnPage(document.paper) { _ in }
  }

  private func begin(at number: Int) {
    run?.task.cancel()
    run?.asked.finish()
    let (requests, asked) = AsyncStream<Int>.makeStream()
    let (made, making) = AsyncThrowingStream<MadePage, any Error>.makeStream()
    let (document, ids, store) = (document, ids, store)
    let task = Task {
      do {
        let sink = HandedOverPages(requests, making, from: number)
        let work = PrintWork(document, store, ids: ids, to: sink) { _, _ in
          try Task.checkCancellation()
        }
        sink.work = work
        try await document.compose(work)
        making.finish()
      } catch { making.finish(throwing: error) }
    }
    run = Run(task: task, asked: asked, made: made)
  }
}

private struct MadePage: Sendable {
  let number: Int
  let page: DrawnPage
  /// All that was found wrong until then.
  let problems: [UnshownPicture]
  let lackingCharacters: [String]
}

private final class HandedOverPages: PageSink {
  typealias Making = AsyncThrowingStream<MadePage, any Error>.Continuation

  let typesetter = Typesetter()
  private let requests: AsyncStream<Int>
  private let making: Making
  private let first: Int
  /// What makes the pages.
  weak var work: PrintWork?
  private var count = 0
  private var asked: Int
  /// So many are made before they are asked for.
  private static let ahead = 2

  /// - Parameter first: the page that is wanted first. Those before are counted only, without their pictures.
  init(_ requests: AsyncStream<Int>, _ making: Making, from first: Int) {
    (self.requests, self.making, self.first, asked) = (requests, making, first, first)
  }

  func shows(_ page: Int) -> Bool { page >= first }

  func turn() async throws {
    while count > asked + Self.ahead {
      var next = requests.makeAsyncIterator()
      guard let number = await next.next() else { throw CancellationError() }
      asked = max(asked, number)
    }
  }

  func add(_ size: CGSize, _ draw: (Canvas) -> Void) throws {
    try Task.checkCancellation()
    if count >= first {
      let found = work?.result ?? PrintedDocument.Result()
      making.yield(
        MadePage(
          number: count, page: DrawnPage(size, draw), problems: found.problems,
          lackingCharacters: found.lackingCharacters))
    }
    count += 1
  }
}
