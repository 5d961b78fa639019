// SPDX-License-Identifier: Apache-2.0
// With which hub a catalogue is shared because somebody here said so. The catalogue itself names its hub, too, but one that was
// copied, or comes from elsewhere, must not decide where what is done in it goes.

import Catalog

extension CatalogStore {
  /// The address of the hub that this catalogue may be shared with on this computer.
  public var agreedHub: KeptChoices<String> { KeptChoices("hubs", of: directory) }
}
