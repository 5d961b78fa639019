// SPDX-License-Identifier: Apache-2.0
// The products of the list as a web page.

import Foundation

extension ProductBrowser {
  /// - Parameter decoder: the program that makes smaller copies of pictures.
  public func webPublishing(decoder: URL) -> WebPublishing {
    WebPublishing(catalogue, query: listed.exportedQuery, decoder: decoder)
  }
}
