// SPDX-License-Identifier: Apache-2.0
// Publishing the products of a list as a web page: what is asked before, and how far it has come.

import Catalog
import Foundation
import Publishing
import Wording

@MainActor
public final class WebPublishing {
  public enum State: Equatable {
    case asking
    /// How many products have been looked at, and which part of everything is done.
    case working(products: Int, fraction: Double)
    case done(Publication.Result)
    case failed(String)
  }

  /// A field that is published or not.
  public struct Choice {
    public let field: FormField
    public var isOn: Bool
  }

  public private(set) var state = State.asking
  public let changed = Observers<Void>()
  public private(set) var choices: [Choice]
  /// Whether photos have their captions below them.
  public var hasCaptions = false
  public var title: String
  /// The page to look at, once it is there.
  public private(set) var page: URL?

  private let catalogue: OpenCatalogue
  private let query: ProductQuery
  private let decoder: URL?
  private var task: Task<Void, Never>?

  /// - Parameters:
  ///   - catalogue: none of its custom fields is published unless it is chosen.
  ///   - query: of the list.
  ///   - decoder: the program that makes smaller copies of pictures.
  init(_ catalogue: OpenCatalogue, query: ProductQuery, decoder: URL?) {
    (self.catalogue, self.query, self.decoder) = (catalogue, query, decoder)
    title = tr("Catalogue", context: "title of a web page")
    let usual = Set(PublicFields.usualFields.map(\.id))
    let fields = ProductField.all.map { FormField($0) } + catalogue.fields.all.map { FormField($0) }
    choices = fields.filter { $0.id != .title }
      .map { Choice(field: $0, isOn: usual.contains($0.id)) }
  }

  /// Publishes a field, or keeps it.
  public func choose(_ field: FieldID, _ isOn: Bool) {
    guard let place = choices.firstIndex(where: { $0.field.id == field }) else { return }
    choices[place].isOn = isOn
  }

  public var isWorking: Bool { if case .working = state { true } else { false } }

  /// What there is to say of it, in a sentence.
  public var text: String? {
    switch state {
    case .asking: nil
    case .working(let products, _): tr("1 product", "%@ products", count: products)
    case .failed(let sentence): sentence
    case .done(let result):
      ([
        tr("1 product published.", "%@ products published.", count: result.products)
      ]
        + result.problems.prefix(3).map(\.sentence)).joined(separator: "\n")
    }
  }

  /// Publishes into a folder.
  public func publish(into folder: URL) {
    guard !isWorking else { return }
    set(.working(products: 0, fraction: 0))
    let fields = choices.filter(\.isOn).map(\.field.field)
    let name = title.allSatisfy(\.isWhitespace) ? folder.lastPathComponent : title
    var publication = Publication(
      title: name, fields: PublicFields(fields),
      language: PublicLanguage(unitPrices: catalogue.unitPrices), decoder: decoder)
    publication.hasCaptions = hasCaptions
    let (catalogue, store, query) = (catalogue, catalogue.store, query)
    let work = publication
    let pace = Pace()
    let progress: PublishingProgress = { [weak self] products, fraction in
      try Task.checkCancellation()
      guard pace.progress(products, fraction) != nil else { return }
      let model = self
      Task { @MainActor in model?.show(products, fraction) }
    }
    task = Task { [weak self] in
      let state: State
      do {
        // Who quits meanwhile waits for it.
        let result = try await catalogue.whileWriting {
          let ids = try await store.identifiers(of: query, asMeant: true).products
          return try await work.write(ids, of: store, to: folder, progress: progress)
        }
        self?.page = folder.appendingPathComponent("index.html")
        state = .done(result)
      } catch is CancellationError {
        state = .asking
      } catch {
        state = .failed(error.sentence)
      }
      self?.set(state)
    }
  }

  /// Stops. Of a first publication nothing stays; a later one goes on the next time.
  public func cancel() { task?.cancel() }

  private func show(_ products: Int, _ fraction: Double) {
    if isWorking { set(.working(products: products, fraction: fraction)) }
  }

  private func set(_ state: State) {
    self.state = state
    changed.notify(())
  }
}
