// The process that decodes pictures is this program, started with one hidden option: nothing else needs
// to be installed or found, and both are always of one version.

import Catalog
import Foundation
import Gtk

extension PictureDecoder {
  static let option = "--decode-pictures"

  /// The program file is reached even if it has been replaced since it was started.
  static var ofThisProgram: PictureDecoder {
    PictureDecoder(command: ["/proc/self/exe", option])
  }

  /// Decodes for another process, if this one was started for that.
  static func serveIfAsked(_ arguments: [String]) -> Bool {
    guard arguments.dropFirst() == [option] else { return false }
    PictureDecoding.serve(
      within: PictureDecoding.Limits(pixels: PictureFormat.mostPixels) {
        PictureFormat(magicOf: $0) != nil
      })
    return true
  }
}
