// SPDX-License-Identifier: Apache-2.0
// How a shared catalogue and its hub get along, in words: few, that stand in every window, and a sentence.

import Catalog
import Foundation
import Wording

extension CatalogueSharing {
  /// “Shared · up to date”, or what is not; nil for a catalogue that is not shared.
  public var text: String? {
    switch state {
    case .notShared: nil
    case .failed(let error): tr("%1$@ · %2$@", failedText, error.inShort)
    case .connecting: tr("Shared · connecting…")
    case .working(_, let received) where received > Self.few:
      tr("Shared · %@ received", tr("1 row", "%@ rows", count: received))
    case .working, .upToDate:
      unsent > (isSlow ? 0 : Self.few)
        ? tr(
          "Shared · 1 change to send", "Shared · %@ changes to send", count: unsent)
        : tr("Shared · up to date")
    }
  }

  /// What comes and goes within a moment is not worth a change of words.
  private static let few = 20

  private var failedText: String {
    unsent == 0
      ? tr("Shared", context: "state of a catalogue")
      : tr("1 change not sent", "%@ changes not sent", count: unsent)
  }

  /// The whole of it, in a sentence.
  public var explanation: String? {
    switch state {
    case .notShared: nil
    case .failed(let error):
      error.sentenceInWindows + " "
        + tr("What you do is kept here, and sent as soon as that is possible.")
    case .connecting: tr("The hub is being asked for what is new.")
    case .working,
      .upToDate where unsent > 0:
      tr("Changes are being sent and received. You can go on working.")
    case .upToDate:
      [
        tr("All that was done here is at the hub, and what others did is here."), markedText,
        isPasswordLost ? tr("The password could not be kept in the keyring.") : nil,
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  private var markedText: String? {
    if marked == 0 { return nil }
    return tr(
      "1 value came that this version of Vitrine does not accept.",
      "%@ values came that this version of Vitrine does not accept.", count: marked)
  }

  /// Whether nobody here has said yet that the catalogue is to be shared with this hub.
  public var wantsAgreement: Bool { state == .failed(.notAgreed) }

  /// Whether a password would help.
  public var wantsPassword: Bool {
    [.failed(.passwordMissing), .failed(.passwordRefused)].contains(state)
  }
}

extension HubError {
  /// Two or three words.
  var inShort: String {
    switch self {
    case .unreachable, .cutOff: tr("no connection")
    case .passwordMissing, .passwordRefused: tr("password needed")
    case .notAgreed: tr("to be confirmed", context: "a hub that a copied catalogue names")
    case .noRight: tr("you may only read")
    case .catalogue: tr("cannot be written here")
    default: tr("stopped", context: "state of a shared catalogue")
    }
  }

  /// The sentence for whoever has a window and no terminal.
  public var sentenceInWindows: String {
    switch self {
    case .passwordMissing: tr("The hub wants a password.")
    case .passwordInAddress: tr("Type the password into its own field, not into the address.")
    case .noHub: tr("There is no hub in this database. “Share This Catalogue…” makes one.")
    case .hubExists: tr("There is a hub in this database already.")
    case .alreadyShared: tr("This catalogue is shared already.")
    case .hasProducts(let count):
      tr(
        "This catalogue has 1 product, which would come to the hub.",
        "This catalogue has %@ products, which would come to the hub.", count: count)
    case .restoredHub:
      tr(
        "The hub was put back from a backup, and may lack what is here. Leave it and join it again: nothing of here is lost."
      )
    default: sentence
    }
  }
}
