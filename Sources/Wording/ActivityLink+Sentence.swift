// SPDX-License-Identifier: Apache-2.0
// Why a text is not a link, a file not an activity, and an activity not continued, as sentences.

import Foundation
import StateRestoration

extension ActivityLink.Refused {
  public var sentence: String {
    switch self {
    case .tooLong: tr("The link is longer than %@ bytes.", numberText(ActivityLink.longest))
    case .notPlain:
      tr("The link contains spaces, control characters or letters that are not ASCII.")
    case .noScheme: tr("A link begins with its scheme and a colon.")
    case .malformed, .badName: tr("The link is not of the form vitrine:product/identifier.")
    case .badIdentifier: tr("The link names nothing, or a path that leads up.")
    case .badParameter(let name):
      tr("The link’s parameter “%@” is not of the form key=value.", name)
    case .repeatedParameter(let name): tr("The link gives “%@” twice.", name)
    case .tooManyParameters:
      tr("The link has more than %@ parameters.", numberText(ActivityLink.mostParameters))
    case .badEscape: tr("A part of the link is wrongly escaped.")
    case .controlCharacter: tr("A part of the link contains a control character.")
    case .unknownType, .badVersion, .badPayload, .cannotBeSaved, .notTheSame, .notForHandoff,
      .noLinks, .noTarget:
      tr("The link can’t be read.")
    }
  }
}

extension ActivityFile.Refused {
  public var sentence: String {
    switch self {
    case .tooLarge:
      tr("It is larger than %@ MB.", numberText(ActivityFile.largest / 1_048_576))
    case .notAnActivity, .cannotBeSaved, .notForHandoff:
      tr("It is damaged, or not a window of Vitrine.")
    case .unreadable(let failure): tr("It can’t be read: %@.", failure.reason)
    }
  }
}

extension ContinuationFailure {
  public var sentence: String {
    switch self {
    case .undeclared: tr("It was made by another program, or by a newer version.")
    case .expired: tr("It was useful for some time only, and that is over.")
    case .nobodyContinues: tr("No window can show it.")
    }
  }
}
