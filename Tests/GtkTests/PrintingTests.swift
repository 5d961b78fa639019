// SPDX-License-Identifier: Apache-2.0
// On what is printed: paper by its name, and as many dots as are whole both ways.

import CGtk
import XCTest

@testable import Gtk

final class PrintingTests: XCTestCase {
  func testPaperThatPrintersKnowHasItsName() {
    MainActor.assumeIsolated {
      @MainActor func name(_ width: Double, _ height: Double) -> String {
        Printing.standardPaper(width: width, height: height)
          .map { $0.name + ($0.isLandscape ? " across" : "") } ?? "none"
      }
      let millimetre = 72 / 25.4
      XCTAssertEqual(name(210 * millimetre, 297 * millimetre), "iso_a4")
      XCTAssertEqual(name(297 * millimetre, 210 * millimetre), "iso_a4 across")
      XCTAssertEqual(name(595, 842), "iso_a4")
      XCTAssertEqual(name(612, 792), "na_letter")
      XCTAssertEqual(name(148 * millimetre, 210 * millimetre), "iso_a5")
      XCTAssertEqual(name(50 * millimetre, 30 * millimetre), "none")
      XCTAssertEqual(name(209 * millimetre, 297 * millimetre), "none")
    }
  }

  func testALabelIsThatOfThePrintersDriver() {
    MainActor.assumeIsolated {
      @MainActor func paper(_ width: Double, _ height: Double) -> String {
        var job = Printing.Job(name: "Labels", pages: 1, size: (width, height), paper: "Label")
        job.papers = [
          PrinterPaper(name: "w144h72", isIPP: false, title: "2×1", width: 144, height: 72),
          PrinterPaper(
            name: "om_dk-1204_16.93x53.98mm", isIPP: true, title: "DK", width: 48, height: 153),
        ]
        let setup = Printing.pageSetup(for: job)
        return withExtendedLifetime(setup) {
          // transfer none
          let size = gtk_page_setup_get_paper_size(setup.opaque)
          let name = gtk_paper_size_get_ppd_name(size) ?? gtk_paper_size_get_name(size)
          let turn = gtk_page_setup_get_orientation(setup.opaque)
          return (name.map { String(cString: $0) } ?? "none")
            + (turn == GTK_PAGE_ORIENTATION_LANDSCAPE ? " across" : "")
        }
      }
      XCTAssertEqual(paper(144, 72), "w144h72")
      XCTAssertEqual(paper(72.3, 143.8), "w144h72 across", "a sheet's table rounds otherwise")
      XCTAssertEqual(paper(153, 48), "om_dk-1204_16.93x53.98mm across")
      XCTAssertEqual(paper(150, 72), "vitrine-150x72")
      XCTAssertEqual(paper(595, 842), "A4")
    }
  }

  func testDotsAreWholeBothWays() {
    MainActor.assumeIsolated {
      XCTAssertEqual(Printing.common(203, 203), 203)
      XCTAssertEqual(Printing.common(300, 600), 300)
      XCTAssertEqual(Printing.common(1200, 600), 600)
      XCTAssertEqual(Printing.common(203, 300), 203)
    }
  }

  func testAPrinterSaysItsDotsOnlyIfItDoes() throws {
    MainActor.assumeIsolated {
      @MainActor func printer(of job: Printing.Job) -> Printing.Printer? {
        let settings = Printing.settings(for: job)
        return withExtendedLifetime(settings) { Printing.printer(in: settings.opaque) }
      }
      var job = Printing.Job(name: "Labels", pages: 1, size: (100, 50), paper: "small")
      XCTAssertNil(printer(of: job), "none is chosen")
      job.printer = Printing.Printer(name: "Zebra", dotsPerInch: nil)
      XCTAssertEqual(printer(of: job), job.printer)
      job.printer = Printing.Printer(name: "Zebra", dotsPerInch: 203)
      XCTAssertEqual(printer(of: job), job.printer)
    }
  }
}
