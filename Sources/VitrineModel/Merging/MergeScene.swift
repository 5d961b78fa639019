// SPDX-License-Identifier: Apache-2.0
// The model of the window that makes several products one: what they are, where they differ, and what
// was chosen. It follows the catalogue. What was changed elsewhere meanwhile has to be looked at before
// the products can be merged.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class MergeScene {
  public enum Content {
    case loading
    case products(ProductMerge)
    /// Fewer than two of the products are left.
    case tooFew
    case failed(String)
  }

  /// What is shown, or what was chosen.
  public let changed = Observers<Void>()
  public let messages = Observers<String>()
  /// The products were merged into this one; nil instead of an offer if it can't be taken back here.
  public let merged = Observers<(product: Product, sentence: String, offer: UndoOffer?)>()
  public private(set) var content = Content.loading
  @SceneStorage private var state: MergeState
  private let catalogue: OpenCatalogue
  private let reading: Rereading<Result<Found, any Error>>
  /// With which each product is seen.
  public private(set) var photos: [UUID: ProductPicture] = [:]
  /// How many variants they have besides themselves.
  private var variants = 0
  /// Whose photos these may be.
  private var heads: Set<UUID> = []
  private var isMerging = false

  private struct Found: Sendable {
    var entries: [CatalogEntry] = []
    var photos: [UUID: ProductPicture] = [:]
    var variants = 0
  }

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    self.catalogue = catalogue
    let storage = SceneStorage(wrappedValue: MergeState(), SceneKey.merge, in: session)
    _state = storage
    let ids = storage.wrappedValue.products
    reading = Rereading { [store = catalogue.store] in
      do {
        var found = Found()
        for id in ids {
          guard let entry = try await store.entry(id), entry.deleted == nil else { continue }
          found.entries.append(entry)
          found.photos[id] = try await store.photos(seenOf: entry.product).first
        }
        let variants = try await store.variants(ofAll: found.entries.map(\.product.id))
        found.variants = variants.values.joined().filter { !ids.contains($0) }.count
        return .success(found)
      } catch {
        return .failure(error)
      }
    }
    session.activity = UserActivity(titled: .merge)
    reading.values.add(self) { [weak self] in self?.show($0) }
    catalogue.changes.add(self) { [weak self] change in
      guard let self else { return }
      let watched = self.heads.union(ids)
      if change.productIDs.map({ !$0.isDisjoint(with: watched) }) ?? true { self.reload() }
    }
    catalogue.fields.changed.add(self) { [weak self] _ in self?.reload() }
    reload()
  }

  /// Makes a new window one for these products.
  public static func fill(_ session: SceneSession, merging products: [UUID]) {
    var state = MergeState()
    state.products = products
    session.set(state, for: SceneKey.merge)
  }

  public func reload() { reading.again() }

  private func show(_ result: Result<Found, any Error>) {
    // What is read meanwhile may be the products that were just merged.
    guard !isMerging else { return }
    switch result {
    case .failure(let error): content = .failed(error.sentence)
    case .success(let found):
      let entries = found.entries
      (photos, variants) = (found.photos, found.variants)
      heads = Set(entries.compactMap { $0.product.variant?.head })
      if state.revisions.isEmpty { state.revisions = Self.revisions(of: entries) }
      content =
        ProductMerge(entries, fields: catalogue.fields.all).map { .products($0) } ?? .tooFew
    }
    changed.notify(())
  }

  private static func revisions(of entries: [CatalogEntry]) -> [String: Int] {
    Dictionary(entries.map { ($0.product.id.uuidString, $0.product.revision) }) { first, _ in first
    }
  }

  // MARK: Choosing

  /// The products with what was chosen.
  public var merge: ProductMerge? {
    guard case .products(var merge) = content else { return nil }
    if let kept = state.kept { merge.keep(kept) }
    for (field, product) in state.choices { merge.take(FieldID(field), from: product) }
    return merge
  }

  /// The fields to choose from, as a form names them.
  public var fields: [FormField] { (merge?.differing ?? []).map { FormField($0) } }

  /// The product whose value a field gets.
  public func source(of field: FormField) -> UUID? { merge?.source(of: field.field) }

  public func keep(_ product: UUID) {
    guard product != merge?.kept else { return }
    state.kept = product
    changed.notify(())
  }

  public func take(_ field: FormField, from product: UUID) {
    guard product != source(of: field) else { return }
    state.choices[field.id.text] = product
    changed.notify(())
  }

  /// What a product has in a field, for people.
  public func text(of field: FormField, in entry: CatalogEntry) -> String {
    field.displayText(in: entry.product)
      ?? tr("None", context: "value that the other products do not have")
  }

  /// What the products have together: variants, tags, photos and notes.
  public var joined: [ProductFact] {
    guard let result = try? merge?.result() else { return [] }
    var facts: [ProductFact] = []
    if !result.product.tags.isEmpty {
      let tags = result.product.tags.map(\.text).joined(separator: ", ")
      facts.append(ProductFact(name: tr("Tags", context: "field of a product"), text: tags))
    }
    for (name, count) in [
      (tr("Variants", context: "what a product has"), variants),
      (tr("Photos", context: "what a product has"), result.product.pictures.count),
      (tr("Notes", context: "what a product has"), result.notes.count),
    ] where count > 0 {
      facts.append(ProductFact(name: name, text: count.displayText))
    }
    return facts
  }

  // MARK: Changed elsewhere

  /// What happened to the products since the window was opened, as a sentence; they can't be merged
  /// before somebody has seen that.
  public var conflict: String? {
    guard let merge, !isMerging else { return nil }
    let changed = merge.entries.filter {
      $0.product.revision != state.revisions[$0.product.id.uuidString]
    }
    let missing = state.revisions.count - merge.entries.count
    let sentences = [
      changed.count == 1
        ? tr(
          "“%@” was changed elsewhere. This window shows it as it is now.",
          changed[0].product.title.text)
        : changed.isEmpty
          ? nil
          : tr(
            "1 product was changed elsewhere. This window shows it as it is now.",
            "%@ products were changed elsewhere. This window shows them as they are now.",
            count: changed.count),
      missing > 0
        ? tr(
          "1 product is no longer in the catalogue.",
          "%@ products are no longer in the catalogue.", count: missing) : nil,
    ].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Takes what was changed elsewhere as what is to be merged.
  public func acceptChanges() {
    guard let merge else { return }
    state.revisions = Self.revisions(of: merge.entries)
    changed.notify(())
  }

  // MARK: Merging

  public var canMerge: Bool { merge != nil && conflict == nil && !isMerging }

  /// Makes the products one. On any failure everything stays as it was.
  public func carryOut() {
    guard canMerge, let merge else { return }
    isMerging = true
    changed.notify(())
    catalogue.inOrder { [self, catalogue] in
      defer {
        isMerging = false
        changed.notify(())
        reload()
      }
      do {
        switch try await catalogue.store.merge(merge) {
        case .merged(let product): await report(product, of: merge.entries.count)
        case .conflict, .missing: break
        }
      } catch {
        messages.notify(tr("Not merged: %@", error.sentence))
      }
    }
  }

  private func report(_ product: Product, of count: Int) async {
    let sentence = tr(
      "%1$@ products merged into “%2$@”", count.displayText, product.title.text)
    let offer = await catalogue.commands.offer(.mergeProducts, sentence, count: count)
    merged.notify((product, sentence, offer))
  }
}
