// SPDX-License-Identifier: Apache-2.0
// The complete order of a list: the row number of every product, eight bytes each. In chunks, so
// that a list of a million can grow, and one product move within it, without copying the rest.

struct RowOrder: Sendable, Equatable {
  private var chunks: ContiguousArray<ContiguousArray<Int64>> = []
  /// The position of each chunk's first key.
  private var starts: ContiguousArray<Int> = []
  private(set) var count = 0

  private static let chunkLength = Statement.blockLength

  init() {}

  init(_ keys: some Sequence<Int64>) {
    for key in keys { append(key) }
  }

  static func == (a: RowOrder, b: RowOrder) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 == $1 }
  }

  subscript(position: Int) -> Int64 {
    let chunk = chunk(of: position)
    return chunks[chunk][position - starts[chunk]]
  }

  mutating func append(_ key: Int64) {
    if chunks.isEmpty || chunks[chunks.count - 1].count >= Self.chunkLength {
      starts.append(count)
      chunks.append([])
    }
    chunks[chunks.count - 1].append(key)
    count += 1
  }

  /// Appends a block without copying it.
  mutating func append(_ block: ContiguousArray<Int64>) {
    guard !block.isEmpty else { return }
    starts.append(count)
    chunks.append(block)
    count += block.count
  }

  /// Appends all of another order.
  mutating func append(_ order: RowOrder) {
    for chunk in order.chunks { append(chunk) }
  }

  func position(of key: Int64) -> Int? {
    for (chunk, start) in zip(chunks, starts) {
      let found = chunk.withUnsafeBufferPointer { keys in
        // A plain loop, which the compiler can vectorize.
        var position = -1
        for index in 0..<keys.count where keys[index] == key { position = index }
        return position
      }
      if found >= 0 { return start + found }
    }
    return nil
  }

  /// The positions of those of `keys` that are in the list.
  func positions(of keys: KeySet) -> [Int64: Int] {
    var positions: [Int64: Int] = [:]
    for (chunk, start) in zip(chunks, starts) {
      for (index, key) in chunk.enumerated() where keys.contains(key) {
        positions[key] = start + index
      }
    }
    return positions
  }

  /// Calls `body` for the keys at these positions, in order and in blocks.
  func forEachBlock(at positions: Range<Int>, _ body: (ArraySlice<Int64>) -> Void) {
    guard !positions.isEmpty else { return }
    var chunk = chunk(of: positions.lowerBound)
    var position = positions.lowerBound
    while position < positions.upperBound {
      let start = starts[chunk]
      let end = Swift.min(positions.upperBound - start, chunks[chunk].count)
      body(chunks[chunk][(position - start)..<end])
      position = start + end
      chunk += 1
    }
  }

  mutating func remove(at positions: Range<Int>) {
    guard !positions.isEmpty else { return }
    var chunk = chunk(of: positions.lowerBound)
    var position = positions.lowerBound
    while position < positions.upperBound {
      let place = position - starts[chunk]
      let length = Swift.min(positions.upperBound - position, chunks[chunk].count - place)
      chunks[chunk].removeSubrange(place..<(place + length))
      position += length
      chunk += 1
    }
    chunks.removeAll(where: \.isEmpty)
    restart()
  }

  mutating func insert(_ keys: [Int64], at position: Int) {
    guard position < count, let first = keys.first else {
      for key in keys { append(key) }
      return
    }
    let chunk = chunk(of: position)
    if keys.count == 1 {
      chunks[chunk].insert(first, at: position - starts[chunk])
    } else {
      let place = position - starts[chunk]
      let tail = ContiguousArray(chunks[chunk][place...])
      chunks[chunk].removeSubrange(place...)
      chunks.insert(contentsOf: [ContiguousArray(keys), tail], at: chunk + 1)
      if place == 0 { chunks.remove(at: chunk) }
    }
    split()
    restart()
  }

  private func chunk(of position: Int) -> Int {
    precondition(position >= 0 && position < count)
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func split() {
    for index in chunks.indices.reversed() where chunks[index].count > 2 * Self.chunkLength {
      var pieces: ContiguousArray<ContiguousArray<Int64>> = []
      var rest = chunks[index][...]
      while !rest.isEmpty {
        pieces.append(ContiguousArray(rest.prefix(Self.chunkLength)))
        rest = rest.dropFirst(Self.chunkLength)
      }
      chunks.replaceSubrange(index...index, with: pieces)
    }
  }

  private mutating func restart() {
    starts.removeAll(keepingCapacity: true)
    count = 0
    for chunk in chunks {
      starts.append(count)
      count += chunk.count
    }
  }
}

extension RowOrder: Sequence {
  struct Iterator: IteratorProtocol {
    private let chunks: ContiguousArray<ContiguousArray<Int64>>
    private var chunk = 0
    private var index = 0

    fileprivate init(_ chunks: ContiguousArray<ContiguousArray<Int64>>) {
      self.chunks = chunks
    }

    mutating func next() -> Int64? {
      while chunk < chunks.count {
        if index < chunks[chunk].count {
          defer { index += 1 }
          return chunks[chunk][index]
        }
        chunk += 1
        index = 0
      }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(chunks) }
}
