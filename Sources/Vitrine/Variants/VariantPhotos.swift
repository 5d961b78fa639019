// SPDX-License-Identifier: Apache-2.0
// The photos in the grid of variants: each has its own, or in grey that of its head, and gets one by pasting it in any of
// its cells, as the keyboard is there anyway.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class VariantPhotos {
  private let variants: ProductVariants
  private let photos: ProductPictures
  private let messages: Observers<String>
  private let catalogue: OpenCatalogue
  private let pictures: Pictures

  init(_ detail: ProductDetail, from pictures: Pictures) {
    (variants, photos, messages) = (detail.variants, detail.pictures, detail.messages)
    (catalogue, self.pictures) = (detail.catalogue, pictures)
  }

  func frame() -> PictureFrame {
    let frame = PictureFrame(pictures, .list, side: Self.side)
    frame.root.align(vertical: .center)
      .tooltip(tr("Paste a photo in a cell of this variant, and it is the variant’s."))
    return frame
  }

  /// As high as an entry.
  private static let side = 30

  func show(_ variant: ListedProduct, in frame: PictureFrame) {
    let text = variant.cover == nil ? "" : tr("Photo of %@", variant.title)
    frame.show(variant.cover, in: catalogue, alternativeText: text)
    frame.root.setStyle("dim-label", variants.takesPhoto(variant))
  }

  /// Adds the photos on the clipboard to a variant. Returns false if they are none: a text goes into the cell.
  func paste(in cell: Widget, to variant: UUID) -> Bool {
    guard photos.canChange, cell.clipboardHasPictures(types: catalogue.shownTypes) else {
      return false
    }
    Task { [catalogue, weak self] in
      do {
        let sources = try await cell.pastedPhotos(catalogue)
        guard let self else { return }
        guard let variant = variants.variants.first(where: { $0.id == variant }) else { return }
        photos.add(sources, to: variant)
      } catch {
        self?.messages.notify(tr("Not pasted: %@", error.sentence))
      }
    }
    return true
  }
}
