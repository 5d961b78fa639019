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
    /// As people choose it. What is typed to find one comes first.
    let title: String
    /// As it is typed.
    let text: String
    /// In points.
    let size: CGSize
    private let name: String

    /// - Parameters:
    ///   - name: as the driver calls it.
    ///   - size: in points.
    public init(_ name: String, size: CGSize) {
      let width = measureText(Double(size.width).inMillimetres)
      let height = measureText(Double(size.height).inMillimetres)
      title = tr("%1$@ × %2$@ mm, %3$@", width, height, name)
      text = "\(width)x\(height)"
      (self.name, self.size) = (name, size)
    }

    fileprivate var turned: DriverLabel {
      DriverLabel(name, size: CGSize(width: size.height, height: size.width))
    }
  }

  /// What a printer that is there can print on.
  public func found(_ labels: [DriverLabel], of printer: String) {
    let usable = labels.filter { LabelSheet(size: $0.text) != nil }
    // Text may run along either side.
    let both = usable.flatMap { $0.size.width == $0.size.height ? [$0] : [$0, $0.turned] }
    guard labelsByPrinter[printer] != both else { return }
    labelsByPrinter[printer] = both
    changed.notify(())
  }

  private var labelsOfPrinter: [DriverLabel] { labelsByPrinter[state.printer] ?? [] }

  /// The labels to choose from, the last one being of one's own size; empty if nothing is known of the printer.
  public var driverLabelTitles: [String] {
    let labels = labelsOfPrinter
    return labels.isEmpty ? [] : labels.map(\.title) + [tr("Size of your own")]
  }

  /// Which of them is chosen.
  public var driverLabel: Int {
    get {
      let labels = labelsOfPrinter
      guard !wantsOwnSize, let size = LabelSheet(size: state.size)?.page else {
        return labels.count
      }
      return labels.firstIndex {
        abs($0.size.width - size.width) < 0.5 && abs($0.size.height - size.height) < 0.5
      } ?? labels.count
    }
    set {
      let labels = labelsOfPrinter
      guard newValue != driverLabel else { return }
      wantsOwnSize = newValue >= labels.count
      if !wantsOwnSize { state.size = labels[newValue].text }
      look()
    }
  }

  /// Whether a size is to be typed.
  public var asksForOwnSize: Bool {
    asksForSize && (labelsOfPrinter.isEmpty || driverLabel == labelsOfPrinter.count)
  }
}
