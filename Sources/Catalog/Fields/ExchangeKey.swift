// The keys of a line of an export. Here, among the fields, because a person's own field may not be
// called like one of them.

enum ExchangeKey: String, CaseIterable {
  case id, title, description, category, tags, sku, gtin, price, currency, stock, minimumStock
  case yearIntroduced, notes, created, changed, revision, deleted
  case pictures = "images"
  // Of pictures and notes.
  case file, caption, text
}
