// SPDX-License-Identifier: Apache-2.0
// Labels of a roll: those that the printer's driver has, and a size of one's own. What is kept is the size, so that the
// same labels come out of another printer.

import Catalog
import Foundation
import Paper
import Wording

extension LabelsScene {
  /// A label that a printer's driver has.
  public struct DriverLabel: Equatable, Sendable {
    let title: String
    /// In points.
    let size: CGSize

    /// - Parameters:
    ///   - title: as the driver calls it.
    ///   - size: in points.
    public init(title: String, size: CGSize) { (self.title, self.size) = (title, size) }

    fileprivate var width: String { measureText(Double(size.width).inMillimetres) }
    fileprivate var height: String { measureText(Double(size.height).inMillimetres) }
    /// As it is typed.
    fileprivate var text: String { "\(width)x\(height)" }

    fileprivate var turned: DriverLabel {
      DriverLabel(title: title, size: CGSize(width: size.height, height: size.width))
    }
  }

  /// What a printer that is there can print on.
  public func found(_ labels: [DriverLabel], of printer: String) {
    let usable = labels.filter { LabelSheet(size: $0.text) != nil }
    // Text may run along either side.
    let both = usable.flatMap { $0.size.width == $0.size.height ? [$0] : [$0, $0.turned] }
    guard driverLabels[printer] != both else { return }
    driverLabels[printer] = both
    changed.notify(())
  }

  private var driversLabels: [DriverLabel] { driverLabels[state.printer] ?? [] }

  /// The labels to choose from, the last one being of one's own size; empty if nothing is known of the printer.
  public var driverLabelTitles: [String] {
    guard !driversLabels.isEmpty else { return [] }
    return driversLabels.map { label in
      // What is typed to find one comes first.
      tr("%1$@ × %2$@ mm, %3$@", label.width, label.height, label.title)
    } + [tr("Size of your own")]
  }

  /// Which of them is chosen.
  public var driverLabel: Int {
    get {
      let labels = driversLabels
      guard !wantsOwnSize, let size = LabelSheet(size: state.size)?.page else {
        return labels.count
      }
      return labels.firstIndex {
        abs($0.size.width - size.width) < 0.5 && abs($0.size.height - size.height) < 0.5
      } ?? labels.count
    }
    set {
      let labels = driversLabels
      guard newValue != driverLabel else { return }
      wantsOwnSize = newValue >= labels.count
      if !wantsOwnSize { state.size = labels[newValue].text }
      look()
    }
  }

  /// Whether a size is to be typed.
  public var asksForOwnSize: Bool {
    asksForSize && (driversLabels.isEmpty || driverLabel == driversLabels.count)
  }
}
