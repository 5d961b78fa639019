// SPDX-License-Identifier: Apache-2.0
// On what a job is printed: the paper, by the name that printers know it by, and the printer with its dots.

import CGtk
import Foundation

extension Printing {
  /// How paper is called that is so large, in points; a printer knows what to do with that name, and asks nobody. Nil if it
  /// has none.
  package static func standardPaper(
    width: Double, height: Double
  ) -> (name: String, isLandscape: Bool)? {
    // transfer full, with what is in it
    let sizes = gtk_paper_size_get_paper_sizes(0)
    defer {
      g_list_free_full(sizes) { gtk_paper_size_free($0.map { OpaquePointer($0) }) }
    }
    func difference(_ size: OpaquePointer, _ width: Double, by height: Double) -> Double {
      max(
        abs(gtk_paper_size_get_width(size, GTK_UNIT_POINTS) - width),
        abs(gtk_paper_size_get_height(size, GTK_UNIT_POINTS) - height))
    }
    var best: (name: String, isLandscape: Bool)?
    // A third of a millimetre: nobody cuts paper better.
    var least = 1.0
    var next = sizes
    while let item = next {
      next = item.pointee.next
      guard let data = item.pointee.data, case let size = OpaquePointer(data),
        let name = gtk_paper_size_get_name(size)
      else { continue }
      for isLandscape in [false, true] {
        let difference =
          isLandscape ? difference(size, height, by: width) : difference(size, width, by: height)
        guard difference < least else { continue }
        (least, best) = (difference, (String(cString: name), isLandscape))
      }
    }
    return best
  }

  static func pageSetup(for job: Job) -> Object {
    // transfer full, both; the setup copies the paper
    let setup = Object(adopting: Pointer(gtk_page_setup_new().unsafelyUnwrapped))
    let (paper, isLandscape) = newPaper(for: job)
    gtk_page_setup_set_paper_size(setup.opaque, paper)
    gtk_paper_size_free(paper)
    if isLandscape {
      gtk_page_setup_set_orientation(setup.opaque, GTK_PAGE_ORIENTATION_LANDSCAPE)
    }
    return setup
  }

  /// What the printer's driver has counts most: some refuse a label that differs by a hundredth of a millimetre.
  private static func newPaper(for job: Job) -> (OpaquePointer?, isLandscape: Bool) {
    let (width, height) = job.size
    if let own = job.papers.first(where: { $0.isOf(width: width, height: height) }) {
      return (own.newPaperSize(), false)
    }
    if let own = job.papers.first(where: { $0.isOf(width: height, height: width) }) {
      return (own.newPaperSize(), true)
    }
    if let (name, isLandscape) = standardPaper(width: width, height: height) {
      return (gtk_paper_size_new(name), isLandscape)
    }
    return (
      gtk_paper_size_new_custom(
        "vitrine-\(Int(width))x\(Int(height))", job.paper, width, height, GTK_UNIT_POINTS), false
    )
  }

  /// A file is called as what is printed, and is where people look for it.
  static func settings(for job: Job) -> Object {
    // transfer full
    let settings = Object(adopting: Pointer(gtk_print_settings_new().unsafelyUnwrapped))
    gtk_print_settings_set(settings.opaque, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, job.name)
    if let folder = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS) ?? g_get_home_dir() {
      gtk_print_settings_set(settings.opaque, GTK_PRINT_SETTINGS_OUTPUT_DIR, folder)
    }
    if let printer = job.printer {
      gtk_print_settings_set_printer(settings.opaque, printer.name)
      // One that has no such setting ignores it.
      if let dots = printer.dotsPerInch {
        gtk_print_settings_set_resolution(settings.opaque, Int32(clamping: dots))
      }
    }
    return settings
  }

  /// Where the pages of an operation go, as the dialog was left; nil for a file.
  static func printer(of operation: UnsafeMutablePointer<GtkPrintOperation>) -> Printer? {
    gtk_print_operation_get_print_settings(operation).flatMap { printer(in: $0) }
  }

  static func printer(in settings: OpaquePointer) -> Printer? {
    guard gtk_print_settings_get(settings, GTK_PRINT_SETTINGS_OUTPUT_URI) == nil,
      let name = gtk_print_settings_get_printer(settings)
    else { return nil }
    // Where nothing is said, GTK would say 300.
    func dots(_ key: String) -> Int? {
      guard gtk_print_settings_has_key(settings, key) != 0 else { return nil }
      let number = Int(gtk_print_settings_get_int(settings, key))
      return number > 0 ? number : nil
    }
    let whole = dots(GTK_PRINT_SETTINGS_RESOLUTION)
    let (x, y) = (dots(GTK_PRINT_SETTINGS_RESOLUTION_X), dots(GTK_PRINT_SETTINGS_RESOLUTION_Y))
    return Printer(
      name: String(cString: name), dotsPerInch: (x ?? whole).map { x in common(x, y ?? x) })
  }

  /// What is whole in the coarser one is whole in a finer one that is a multiple.
  package static func common(_ x: Int, _ y: Int) -> Int {
    let (coarse, fine) = (min(x, y), max(x, y))
    return coarse > 0 && fine.isMultiple(of: coarse) ? coarse : x
  }
}
