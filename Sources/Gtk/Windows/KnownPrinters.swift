// SPDX-License-Identifier: Apache-2.0
// The printers of this computer and its network, which are found one after the other.

import CGtkShim

/// Looks for printers.
@MainActor
public enum KnownPrinters {
  /// Calls `found` with the name of each printer that prints on paper, now and while the program goes on; never again once
  /// all are found.
  public static func each(_ found: @escaping @MainActor (String) -> Void) {
    let box = Unmanaged.passRetained(Found(found))
    vitrine_printers_each(
      { name, data in
        guard let name, let data else { return }
        let text = String(cString: name)
        nonisolated(unsafe) let found = data
        MainActor.assumeIsolated {
          Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().found(text)
        }
      }, box.toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }

  /// Calls `found` with the papers of a printer, once it has said which they are; never if it does not.
  public static func papers(
    of printer: String, _ found: @escaping @MainActor ([PrinterPaper]) -> Void
  ) {
    let box = Unmanaged.passRetained(FoundPapers(found))
    vitrine_printer_papers(
      printer,
      { name, isIPP, title, width, height, data in
        guard let name, let title, let data else { return }
        let paper = PrinterPaper(
          name: String(cString: name), isIPP: isIPP != 0, title: String(cString: title),
          width: width, height: height)
        nonisolated(unsafe) let found = data
        MainActor.assumeIsolated {
          Unmanaged<FoundPapers>.fromOpaque(found).takeUnretainedValue().add(paper)
        }
      }, box.toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }

  /// They are told one by one, in one go.
  @MainActor
  private final class FoundPapers {
    private let found: @MainActor ([PrinterPaper]) -> Void
    private var papers: [PrinterPaper] = []

    init(_ found: @escaping @MainActor ([PrinterPaper]) -> Void) { self.found = found }

    func add(_ paper: PrinterPaper) {
      if papers.isEmpty { MainLoop.whenIdle { [self] in found(papers) } }
      papers.append(paper)
    }
  }

  private final class Found {
    let found: @MainActor (String) -> Void

    init(_ found: @escaping @MainActor (String) -> Void) { self.found = found }
  }
}
