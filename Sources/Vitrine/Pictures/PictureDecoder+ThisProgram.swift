// SPDX-License-Identifier: Apache-2.0
// The process that decodes pictures is this program, started with one hidden option: nothing else needs
// to be installed or found, and both are always of one version.

import Catalog
import Foundation
import Gtk
import VitrineModel

extension PictureDecoder {
  static let option = "--decode-pictures"

  static let program = URL(fileURLWithPath: "/proc/self/exe")

  /// The program file is reached even if it has been replaced since it was started.
  /// - Parameter patience: how long, in seconds, one picture may take.
  static func ofThisProgram(patience: TimeInterval) -> PictureDecoder {
    PictureDecoder(command: [program.path, option], .stored, patience: patience)
  }

  /// Finds barcodes in processes of their own, so that no photo on screen waits for them.
  static var barcodeReader: @Sendable (URL) async -> [String] {
    guard PictureDecoding.readsBarcodes else { return { _ in [] } }
    let decoder = ofThisProgram(patience: 20)
    return { (try? await decoder.barcodes(in: $0)) ?? [] }
  }

  /// Decodes for another process, if this one was started for that.
  static func serveIfAsked(_ arguments: [String]) -> Bool {
    guard arguments.dropFirst().first == option else { return false }
    if arguments.count == 3,
      let format = PictureFormat.allCases.first(where: { $0.mimeType == arguments[2] })
    {
      PictureDecoding.serve(format.kind, mostPixels: PictureFormat.mostPixels)
    }
    return true
  }
}

extension PictureRules {
  /// Of the pictures that the catalogue takes.
  static let stored = PictureRules(tellingBytes: PictureFormat.tellingBytes) {
    PictureFormat(magicOf: $0)?.kind
  }
}

extension PictureFormat {
  fileprivate var kind: PictureRules.Kind {
    PictureRules.Kind(mimeType: mimeType, drawnSide: self == .svg ? Self.drawnSide : nil)
  }
}

extension PictureFormat {
  /// Those that this computer can show.
  static let shownHere = Set(allCases.filter { PictureKinds.decodable.contains($0.mimeType) })
}
