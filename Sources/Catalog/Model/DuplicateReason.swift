// SPDX-License-Identifier: Apache-2.0
// Why several products may be one and the same.

/// What several products have in common; the raw values only tell them apart.
public enum DuplicateReason: String, Sendable, CaseIterable {
  case gtin, sku, picture, title
}
