// SPDX-License-Identifier: Apache-2.0
// What steps did, in words. Each sentence takes some reading of the catalogue, which is done elsewhere than on the main
// thread and once: for the steps that are on the screen, and for all that a search looks through.

import Catalog
import Foundation
import Wording

@MainActor
final class StepSentences {
  /// Some sentence says more now.
  let changed = Observers<Void>()
  private let catalogue: OpenCatalogue
  /// By the numbers of the steps.
  private var known: [Int: String] = [:]
  /// Those that are on the screen and not known yet.
  private var wanted: [Int: CatalogCommand] = [:]
  private var isReading = false

  init(_ catalogue: OpenCatalogue) {
    self.catalogue = catalogue
    catalogue.fields.changed.add(self) { [weak self] in
      self?.known = [:]
      self?.changed.notify(())
    }
  }

  /// Its name, and soon with what it is about.
  func sentence(of step: CatalogCommand) -> String {
    if let sentence = known[step.number] { return sentence }
    wanted[step.number] = step
    if !isReading {
      isReading = true
      Task { [weak self] in await self?.readWanted() }
    }
    return step.name
  }

  private func readWanted() async {
    while !wanted.isEmpty {
      let some = Array(wanted.values)
      wanted = [:]
      await read(some)
      changed.notify(())
    }
    isReading = false
  }

  /// The numbers of those steps whose sentences fit a search.
  func numbers(of steps: [CatalogCommand], fitting search: String) async -> Set<Int> {
    await read(steps.filter { known[$0.number] == nil })
    return await Self.numbers(
      of: steps.map { ($0.number, known[$0.number] ?? $0.name) }, fitting: search)
  }

  private nonisolated static func numbers(
    of sentences: [(number: Int, text: String)], fitting search: String
  ) async -> Set<Int> {
    Set(sentences.lazy.filter { SearchMatches.all(of: search, in: $0.text) }.map(\.number))
  }

  private func read(_ steps: [CatalogCommand]) async {
    let read = await Self.sentences(
      of: steps, in: catalogue.store, fields: FormField.inForm(catalogue.fields.all))
    known.merge(read) { $1 }
  }

  private nonisolated static func sentences(
    of steps: [CatalogCommand], in store: CatalogStore, fields: [FormField]
  ) async -> [Int: String] {
    guard !steps.isEmpty else { return [:] }
    // Of what can't be read, the name says enough.
    let details = (try? await store.details(ofSteps: Set(steps.map(\.number)))) ?? [:]
    return steps.reduce(into: [:]) { sentences, step in
      sentences[step.number] = step.sentence(details[step.number], fields: fields)
    }
  }
}
