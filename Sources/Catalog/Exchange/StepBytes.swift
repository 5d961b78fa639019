// SPDX-License-Identifier: Apache-2.0
// A step as a value: the bytes that `StepLine` describes. What keeps steps for other copies of the
// catalogue need not know more of them than this.

import Foundation

/// A step of the history as bytes, for other copies of the catalogue.
public struct StepBytes: Sendable, Equatable {
  public let bytes: [UInt8]
  /// The same in every copy.
  public let id: UUID
  /// How often it was undone or redone: of two versions of a step, the one with more counts.
  public let turn: Int
  /// The names of the pictures that it needs: the hash of their content, and their format.
  public let pictures: Set<String>

  /// Checks everything that can be told without a catalogue; throws a `LineProblem`.
  public init(_ bytes: [UInt8]) throws {
    let lines = LineReader(bytes)
    var wholeness = WholeSteps()
    var (first, pictures): (TravellingStep?, Set<String>) = (nil, [])
    while let line = try lines.next() {
      let line = try StepLine(line)
      try wholeness.add(line)
      switch line {
      case .step(let step): first = first ?? step
      case .patch, .stepEnd, .historyEnd, .known, .touched, .state: break
      }
      if let picture = line.picture { pictures.insert(picture.name) }
    }
    guard let first, wholeness.isBetweenSteps, wholeness.steps == 1 else {
      throw LineProblem.notWhole
    }
    (self.bytes, id, turn, self.pictures) = (bytes, first.id, first.turn, pictures)
  }
}

/// Follows the lines of steps, and refuses those that are not in order.
struct WholeSteps {
  private(set) var steps = 0
  /// Whether the last line said how many steps there are.
  private(set) var isEnded = false
  private var hasState = false
  /// How many patches the step has so far; nil between steps.
  private var patches: Int?

  var isBetweenSteps: Bool { patches == nil && !isEnded }

  mutating func add(_ line: StepLine) throws {
    switch line {
    case .step where isBetweenSteps && !hasState: (steps, patches) = (steps + 1, 0)
    case .patch where patches != nil: patches = patches.map { $0 + 1 }
    case .stepEnd(patches: patches): patches = nil
    case .known where isBetweenSteps && steps == 0: break
    case .touched where isBetweenSteps && steps == 0: break
    case .state where isBetweenSteps: hasState = true
    case .historyEnd(steps: steps) where isBetweenSteps: isEnded = true
    default: throw LineProblem.notWhole
    }
  }
}
