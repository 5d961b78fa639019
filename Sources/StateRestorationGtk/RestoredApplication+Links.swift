// SPDX-License-Identifier: Apache-2.0
// Links and files that stand for an activity, and what the person sees of it while one is read.

import Foundation
import Gtk
import StateRestoration

extension RestoredApplication {
  /// The links that an application continues.
  public struct AcceptedLinks: Sendable {
    /// Before the colon, such as `notes`.
    public var scheme: String
    /// The types of link, such as `note` in `notes:note/42`, and what each stands for.
    public var types: [String: ActivityType]

    /// Links of this scheme.
    public init(scheme: String, types: [String: ActivityType]) {
      self.scheme = scheme
      self.types = types
    }
  }

  func follow(_ addresses: [String]) {
    for address in addresses {
      whenRestored { [coordinator, links] in
        await coordinator.continueActivity { try Self.activity(at: address, links) }
      }
    }
  }

  // Reads a file, so not on the main thread.
  private nonisolated static func activity(
    at address: String, _ links: AcceptedLinks?
  ) throws -> UserActivity {
    if let file = URL(string: address), file.isFileURL {
      return try ActivityFile.activity(contentsOf: file)
    }
    let link = try ActivityLink(address)
    guard let links, links.scheme == link.scheme else {
      throw ActivityLink.Refused.unknownType(link.scheme)
    }
    return try link.activity(links.types)
  }

  func show(_ arrival: ActivityArrival) {
    switch arrival {
    case .willContinue:
      arriving += 1
      // Usually it is there at once.
      MainLoop.after(milliseconds: 300) { [weak self] in
        if let self, arriving > 0 { messages.tell(texts.arriving) }
      }
      return
    case .didContinue(_, let scene):
      if arriving > 0 { messages.tell(nil) }
      // What the application itself opened for it is in front.
      scene.flatMap { windows[$0.id]?.window }?.present()
    case .didFail(_, let error): messages.tell(texts.notContinued(error))
    }
    arriving = max(0, arriving - 1)
  }
}
