// SPDX-License-Identifier: Apache-2.0
// Rolls, of which each label is a page. `SheetTable` says how to read this. Not for translation.

extension SheetTable {
  static let rolls = """
    maker Dymo
    54x25: 11352
    25x13: 11353
    57x32: 11354
    51x19: 11355
    89x41: 11356
    102x59: 30256
    87x14: 30327
    70x54: 30258 99015
    25x25: 30332
    89x51: 30374
    51x14: 30376
    106x62: 30856
    89x28: 99010
    89x36: 99012 99013
    101x54: 99014
    50x12: 99017
    190x59: 99019
    maker Brother
    89.96x28.93: DK-1201
    99.84x62.09: DK-1202
    53.97x16.93: DK-1204
    89.96x38.1: DK-1208
    """
}
