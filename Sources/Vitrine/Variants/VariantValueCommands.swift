// SPDX-License-Identifier: Apache-2.0
// The commands for the values of options. They are there whether or not the options are in front.

import VitrineModel

@MainActor
final class VariantValueCommands {
  private let variants: ProductVariants

  init(_ variants: ProductVariants) { self.variants = variants }

  /// What a command is told of a value.
  static func thing(_ value: String, of option: Int) -> String { "\(option) \(value)" }
}

extension VariantValueCommands: CommandHandler {
  func run(_ command: VariantValueCommand, _ thing: String) {
    let parts = thing.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let option = Int(parts[0]) else { return }
    let distance =
      switch command {
      case .moveValueUp: -1
      case .moveValueDown: 1
      }
    variants.moveValue(option, String(parts[1]), by: distance)
  }

  func state(of command: VariantValueCommand) -> CommandState {
    switch command {
    case .moveValueUp, .moveValueDown: .available(if: variants.isMaking)
    }
  }
}
