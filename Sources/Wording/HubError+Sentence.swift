// SPDX-License-Identifier: Apache-2.0
// Sentences for what comes between a shared catalogue and its hub.

import Catalog
import Foundation

extension HubError {
  public var sentence: String {
    switch self {
    case .badAddress(""):
      tr("This is not the address of a hub, which begins with “postgresql://”.")
    case .badAddress(let reason): tr("This is not the address of a hub: %@.", reason)
    case .passwordInAddress:
      tr(
        "The address must not have the password in it. Put it into the file “.pgpass” in your home directory."
      )
    case .unreachable(let reason): tr("The hub cannot be reached: %@.", reason)
    case .passwordMissing:
      tr(
        "The hub wants a password. Put it into the file “.pgpass” in your home directory, or into PGPASSWORD."
      )
    case .passwordRefused: tr("The hub does not accept this name and password.")
    case .noDatabase: tr("The server has no database of this name.")
    case .noServerHere:
      tr(
        "PostgreSQL does not run on this computer, or elsewhere than the address says. It is in the package “postgresql”."
      )
    case .unknownHere(let name):
      tr(
        "PostgreSQL on this computer does not know “%@” yet. Its administrator changes that with “createuser --createdb”.",
        name)
    case .noHub: tr("There is no hub in this database. “vitrinectl hub create” makes one.")
    case .notUnicode:
      tr("This database cannot hold all letters. Make one with the encoding UTF8 for the hub.")
    case .hubExists: tr("There is a hub in this database already. “vitrinectl hub join” joins it.")
    case .otherHub:
      tr("This is another hub than the one that the catalogue is shared with. Nothing was sent.")
    case .olderHub:
      tr(
        "The hub is older than what this catalogue has from it: it may be a copy. Nothing was sent."
      )
    case .restoredHub:
      tr(
        "The hub was put back from a backup, and may lack what is here. Leave it and join it again with “--with-products”: nothing of here is lost."
      )
    case .toolMissing(let name):
      tr("“%@” is not installed: it is part of the package “postgresql-client”.", name)
    case .newerHub: tr("The hub was made by a newer version of Vitrine. Nothing was sent.")
    case .hubOfBefore:
      tr(
        "The hub is of an older version of Vitrine and cannot do this. Its owner brings it up to date with “vitrinectl hub upgrade”."
      )
    case .notAgreed:
      tr(
        "This catalogue names a hub that it is shared with, but nobody on this computer has confirmed that: it was copied or moved, or comes from elsewhere."
      )
    case .noRight: tr("You have no right to do this at the hub. Your changes stay here.")
    case .cutOff(let reason): tr("The connection to the hub was lost: %@.", reason)
    case .notShared: tr("This catalogue is not shared.")
    case .alreadyShared: tr("This catalogue is shared already. “vitrinectl hub leave” ends that.")
    case .hasProducts(let count):
      tr(
        "This catalogue has 1 product, which would come to the hub. Add “--with-products” if it is to, or use another directory.",
        "This catalogue has %@ products, which would come to the hub. Add “--with-products” if they are to, or use another directory.",
        count: count, written: numberText(count))
    case .noSuchMember(let name): tr("There is no member “%@”.", name)
    case .memberExists(let name): tr("The server knows somebody else as “%@” already.", name)
    case .notAnswerable: tr("Somebody has answered this already, or it can only be left as it is.")
    case .questionChanged:
      tr("Somebody has changed this meanwhile. Look at both values once more, and answer again.")
    case .catalogue(let error): error.sentence
    case .failed(let reason): tr("The hub could not do this: %@.", reason)
    }
  }
}
