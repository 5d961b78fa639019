// SPDX-License-Identifier: Apache-2.0
// Why a shared catalogue and its hub do not get together, as facts: the module `Wording` makes the sentence. Whatever
// it is, what was done here stays here, and is sent later.

import Foundation

public enum HubError: Error, Sendable, Equatable {
  /// The address is none, or names something that is not known.
  case badAddress(String)
  /// The address has a password in it, which would be kept where others can read it.
  case passwordInAddress
  /// There is no server, or it does not let anybody in.
  case unreachable(reason: String)
  /// The server wants a password, and none was found.
  case passwordMissing
  case passwordRefused
  /// The server has no such database.
  case noDatabase
  /// No server runs on this computer.
  case noServerHere
  /// The server of this computer does not know this name.
  case unknownHere(String)
  /// The database has no hub.
  case noHub
  /// The database cannot hold all letters.
  case notUnicode
  /// It has one already.
  case hubExists
  /// It is another one than the one this catalogue is shared with.
  case otherHub
  /// It knows less than it told before.
  case olderHub
  /// It was put back from a backup, so nobody knows what of here it has.
  case restoredHub
  /// It was made by a newer version of the program.
  case newerHub
  /// It was made by an older version of the program, and cannot do that yet.
  case hubOfBefore
  /// This member may not do that.
  case noRight
  /// The connection was lost.
  case cutOff(reason: String)
  /// Nobody on this computer has said that this catalogue is to be shared with the hub that it names.
  case notAgreed
  case notShared
  case alreadyShared
  /// A catalogue with so many products was to join.
  case hasProducts(Int)
  case noSuchMember(String)
  case memberExists(String)
  case notAnswerable
  /// What is there has changed since the question was asked; now it asks about that.
  case questionChanged
  /// A program of PostgreSQL is not on this machine.
  case toolMissing(String)
  /// The server refused something, in its own words.
  case failed(reason: String)
  /// This machine could not keep what came.
  case catalogue(CatalogError)
}
