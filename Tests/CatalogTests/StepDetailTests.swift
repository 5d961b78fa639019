// SPDX-License-Identifier: Apache-2.0
// What a step of the history is about: which product, and what of it was what before and afterwards.

import Foundation
import XCTest

@testable import Catalog

final class StepDetailTests: CatalogTestCase {
  func testAStepNamesItsProductAndWhatItChanged() async throws {
    let store = try await CatalogStore.open(in: directory)
    let gouda = try await store.create(makeProduct("Gouda"))
    _ = try await store.edit(gouda.id, basedOn: 1, applying: ProductChange(stock: 7))
    _ = try await store.addNote(to: gouda.id, title: "Rind", text: "")
    _ = try await store.delete([gouda.id])

    let steps = try await store.history().undoable
    let details = try await store.details(ofSteps: Set(steps.map(\.number)))
    XCTAssertEqual(steps.map { details[$0.number]?.title }, Array(repeating: "Gouda", count: 4))
    let edit = try XCTUnwrap(details[steps[2].number])
    XCTAssertEqual(edit.before?.stock, gouda.stock)
    XCTAssertEqual(edit.after?.stock, 7)
    XCTAssertEqual(edit.before?.title, edit.after?.title, "what did not change is as it is now")
    let creation = try XCTUnwrap(details[steps[3].number])
    XCTAssertNil(creation.before, "it was not there")
  }

  func testAStepThatIsUndoneStillNamesItsProduct() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Gouda"))
    _ = try await store.undo()
    let history = try await store.history()
    let step = try XCTUnwrap(history.redoable.first)
    let detail = try await store.details(ofSteps: [step.number])[step.number]
    XCTAssertEqual(detail?.title, "Gouda")
  }

  func testNumbersOfNoStepSayNothing() async throws {
    let store = try await CatalogStore.open(in: directory)
    let details = try await store.details(ofSteps: [4711])
    XCTAssertEqual(details, [4711: StepDetail()])
  }
}
