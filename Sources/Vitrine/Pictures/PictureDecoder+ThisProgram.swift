// The process that decodes pictures is this program, started with one hidden option: nothing else needs
// to be installed or found, and both are always of one version.

import Catalog
import Foundation
import Gtk
import VitrineModel

extension PictureDecoder {
  static let option = "--decode-pictures"

  /// The program file is reached even if it has been replaced since it was started.
  static var ofThisProgram: PictureDecoder {
    PictureDecoder(command: ["/proc/self/exe", option])
  }

  /// Finds barcodes in a process of their own, so that no photo on screen waits for them.
  static var barcodeReader: @Sendable (URL) async -> [String] {
    guard PictureDecoding.readsBarcodes else { return { _ in [] } }
    let decoder = ofThisProgram
    return { (try? await decoder.barcodes(in: $0)) ?? [] }
  }

  /// Decodes for another process, if this one was started for that.
  static func serveIfAsked(_ arguments: [String]) -> Bool {
    guard arguments.dropFirst() == [option] else { return false }
    PictureDecoding.serve(
      within: PictureDecoding.Limits(
        pixels: PictureFormat.mostPixels, tellingBytes: PictureFormat.tellingBytes
      ) { start in
        PictureFormat(magicOf: start).map {
          PictureDecoding.Kind(
            mimeType: $0.mimeType, drawnSide: $0 == .svg ? PictureFormat.drawnSide : nil)
        }
      })
    return true
  }
}

extension PictureFormat {
  /// Those that this computer can show.
  static let shownHere = Set(allCases.filter { PictureKinds.decodable.contains($0.mimeType) })
}
