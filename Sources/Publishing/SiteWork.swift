// SPDX-License-Identifier: Apache-2.0
// The steps of a publication, one after the other.

import Catalog
import Foundation
import PictureScaling
import Wording

/// Belongs to one task.
final class SiteWork {
  private let publication: Publication
  private let store: CatalogStore
  private let folder: SiteFolder
  private let progress: PublishingProgress
  private var site: Site
  private var result = Publication.Result()
  private var products: [UUID: String] = [:]
  private var variants: [UUID: [UUID]] = [:]
  private var pictures: [PhotoWork.Wanted] = []

  init(
    _ publication: Publication, _ store: CatalogStore, to folder: SiteFolder,
    custom: [CustomField], progress: @escaping PublishingProgress
  ) {
    (self.publication, self.store, self.folder) = (publication, store, folder)
    self.progress = progress
    site = Site(
      title: publication.title, language: publication.language, fields: publication.fields,
      custom: custom, hasCaptions: publication.hasCaptions)
  }

  func publish(_ ids: [UUID]) async throws -> Publication.Result {
    let heads = try await readItems(ids)
    // What is asked for may be gone meanwhile.
    guard result.products > 0 else { throw NothingToPublish() }
    if !publication.isReplacing, try await isOfAnotherCatalogue() {
      throw PageOfAnotherCatalogue(folder: folder.directory.path)
    }
    let categories = findCategories()
    let names = Dictionary(uniqueKeysWithValues: products.map { ($0.uuidString, $1) })
    let photos = PhotoWork(store, folder, decoder: publication.decoder)
    let paths =
      lists().map(\.path) + products.values.map { productFile($0) }
      + photos.possibleFiles(of: pictures)
    try folder.plan(paths, products: names, categories: categories)
    do {
      try await makePhotos(photos)
      if folder.hasEarlierPages {
        // The search first: it has the texts of all products, so that a field that is hidden from now on is soon
        // there no more.
        try writeLists()
        try await writeProducts(heads)
      } else {
        // What leads to a page last: a process that is killed leaves no list of pages that are not there.
        try await writeProducts(heads)
        try writeLists()
      }
      try folder.finish(products: names, categories: categories)
    } catch {
      if folder.hasEarlierPages || !folder.takeBack() {
        throw UnfinishedPublication(cause: error, hasEarlierPages: folder.hasEarlierPages)
      }
      throw error
    }
    (result.written, result.removed) = (folder.written, folder.removed)
    return result
  }

  /// Whether what was published there has nothing of this catalogue, not even of its trash.
  private func isOfAnotherCatalogue() async throws -> Bool {
    for id in folder.earlier.products.keys.compactMap({ UUID(uuidString: $0) })
    where try await store.product(id, includingTrash: true) != nil {
      return false
    }
    return !folder.earlier.products.isEmpty
  }

  private func product(_ id: UUID) async throws -> PublicProduct? {
    try await store.publicProduct(id, publication.fields, in: publication.language)
  }

  // MARK: What there is

  /// The products that have pages: those that are not shown with their head.
  private func readItems(_ ids: [UUID]) async throws -> [UUID] {
    let chosen = Set(ids)
    var names = FileNames(earlier: folder.earlier.products)
    var (heads, texts): ([UUID], [UUID: String]) = ([], [:])
    var prices: [UUID: [ShownPrice]] = [:]
    for (place, id) in ids.enumerated() {
      try report(place, of: ids.count, from: 0, through: 0.2)
      guard let product = try await product(id) else { continue }
      result.products += 1
      for picture in product.pictures {
        pictures.append(PhotoWork.Wanted(picture: picture, product: product.title))
      }
      if let head = product.head, chosen.contains(head) {
        variants[head, default: []].append(id)
        texts[head, default: ""] += " " + product.variantText
        if let price = ShownPrice(of: product) { prices[head, default: []].append(price) }
        continue
      }
      let page = names.name(of: id.uuidString, titled: product.title)
      heads.append(id)
      products[id] = page
      site.items.append(SiteItem(product, page: page))
    }
    // A variant leads to the page of its head.
    for (place, head) in heads.enumerated() {
      site.items[place].searchText += texts[head] ?? ""
      if let variants = prices[head] {
        site.items[place].price = ShownPrice(site.items[place].price, variants: variants)
      }
    }
    return heads
  }

  /// Returns the names of their pages.
  private func findCategories() -> [String: String] {
    var found: [CategoryPath: SiteCategory] = [:]
    var order: [CategoryPath] = []
    for (place, item) in site.items.enumerated() {
      guard let own = item.category else { continue }
      var next: CategoryPath? = own
      while let path = next {
        if found[path] == nil {
          found[path] = SiteCategory(path: path, page: "")
          order.append(path)
        }
        if path == own { found[path]?.own.append(place) }
        found[path]?.count += 1
        if found[path]?.cover == nil { found[path]?.cover = item.cover }
        next = path.parent
      }
    }
    order.sort(by: publication.language.precedes)
    var names = FileNames(earlier: folder.earlier.categories)
    var pages: [String: String] = [:]
    site.categories = order.compactMap { path in
      guard let category = found[path] else { return nil }
      let page = names.name(of: path.text, titled: path.text)
      pages[path.text] = page
      return SiteCategory(
        path: path, page: page, own: category.own, count: category.count, cover: category.cover)
    }
    return pages
  }

  // MARK: What is written

  private func makePhotos(_ work: PhotoWork) async throws {
    let made = try await work.make(pictures) { done, all in
      try self.report(done, of: all, from: 0.2, through: 0.7)
    }
    site.photos = made.photos
    result.pictures = made.photos.count
    result.problems = made.problems
  }

  private func writeLists() throws {
    for list in lists().reversed() { try folder.write(list.text(), to: list.path) }
  }

  private func writeProducts(_ heads: [UUID]) async throws {
    for (place, id) in heads.enumerated() {
      try report(place, of: heads.count, from: 0.7, through: 1)
      guard let page = products[id], let product = try await product(id) else { continue }
      var others: [PublicProduct] = []
      for id in variants[id] ?? [] {
        if let variant = try await self.product(id) { others.append(variant) }
      }
      try folder.write(
        ProductPage(site, product, variants: others).text(), to: productFile(page))
    }
  }

  private func productFile(_ page: String) -> String { "products/\(page).html" }

  /// All files but those of single products and photos.
  private func lists() -> [(path: String, text: () -> String)] {
    let site = site
    var lists: [(path: String, text: () -> String)] = [
      ("site.css", { String(decoding: PackageResources.site_css, as: UTF8.self) }),
      ("site.js", { String(decoding: PackageResources.site_js, as: UTF8.self) }),
      ("index.html", { StartPage(site).text() }),
    ]
    for number in 1...ListPage.count(site) {
      lists.append((ListPage.file(number), { ListPage(site, number).text() }))
    }
    for category in site.categories {
      for number in 1...CategoryPage.count(category) {
        lists.append(
          (
            CategoryPage.file(category, number),
            { CategoryPage(site, category, page: number).text() }
          ))
      }
    }
    let search = SearchPage(site)
    lists.append(("search.html", { search.text() }))
    for number in 0..<SearchPage.parts(site) {
      lists.append(("search/\(number + 1).js", { search.part(number + 1) }))
    }
    return lists
  }

  private func report(_ done: Int, of all: Int, from: Double, through: Double) throws {
    guard done.isMultiple(of: 20) else { return }
    let fraction = from + (through - from) * Double(done) / Double(max(1, all))
    try progress(result.products, fraction)
  }
}

extension SiteItem {
  init(_ product: PublicProduct, page: String) {
    self.init(
      page: page, title: product.title, category: product.category,
      price: ShownPrice(of: product), tags: product.tags, searchText: product.searchText,
      cover: product.pictures.first)
  }
}
