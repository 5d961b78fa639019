// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
// The modules of Vitrine. An arrow in the diagram in CONTRIBUTING.md is a dependency here;
// `./dev lint` fails if a file imports what its target may not.

import PackageDescription

// Without the client library of PostgreSQL, the program is built with VITRINE_WITHOUT_HUB=1: it cannot be shared then.
let hasHub = Context.environment["VITRINE_WITHOUT_HUB"] == nil
let hubTargets: [Target] =
  hasHub
  ? [
    // The client library of PostgreSQL. Imports nothing.
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),

    // One catalogue on many machines, with a PostgreSQL database between them. Knows no windows and no words. May
    // import Catalog, CPostgres, Foundation.
    .target(
      name: "Hub", dependencies: ["Catalog", "CPostgres"], resources: [.embedInCode("hub.sql")]),
    // On clusters of their own, with the built tool.
    .testTarget(
      name: "HubTests",
      dependencies: ["Hub", "Catalog", "Exchange", "VitrineControl", "TestSwitches"]),
  ] : []

let package = Package(
  name: "vitrine",
  products: [
    .executable(name: "vitrine", targets: ["Vitrine"]),
    .executable(name: "vitrinectl", targets: ["VitrineControl"]),
    .library(name: "StateRestoration", targets: ["StateRestoration"]),
    .library(name: "StateRestorationGtk", targets: ["StateRestorationGtk"]),
    .library(name: "StateRestorationTesting", targets: ["StateRestorationTesting"]),
    .library(name: "Gtk", targets: ["Gtk"]),
    // Not for other packages: only a product can be loaded while a program runs.
    .library(name: "WindowWatcher", type: .dynamic, targets: ["WindowWatcher"]),
    .library(name: "ShownTexts", type: .dynamic, targets: ["ShownTexts"]),
    .library(name: "SlowDisk", type: .dynamic, targets: ["SlowDisk"]),
    .library(name: "RecordingDisk", type: .dynamic, targets: ["RecordingDisk"]),
  ],
  targets: [
    // GTK 4 as the C compiler sees it: a module map and one umbrella header. Imports nothing.
    .systemLibrary(
      name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),

    // The parts of GTK that Swift cannot import: cast and type macros, variadics, the main-queue
    // event source, the lazy list model, places on an X screen. C only; may include CGtk and nothing else.
    .target(
      name: "CGtkShim", dependencies: ["CGtk"], linkerSettings: [.linkedLibrary("X11")]),

    // The library that finds barcodes in pictures, which may be missing. Imports nothing.
    .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),

    // Barcodes in pictures, or none if that library is missing. C only; may include CZBar.
    .target(name: "CBarcodes", dependencies: ["CZBar"]),

    // The lock around the process that decodes pictures, and files by descriptor. C only, libc and the
    // kernel's headers alone.
    .target(name: "CDecoder"),

    // A thin typed layer over just the GTK that Vitrine uses. Knows nothing of products or our
    // windows; may import CGtk, CGtkShim, CBarcodes, CDecoder, Foundation, Dispatch.
    .target(name: "Gtk", dependencies: ["CGtk", "CGtkShim", "CBarcodes", "CDecoder"]),

    // SQLite 3 as the C compiler sees it. Imports nothing.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // Sums of the catalogue's pages, under SQLite. May import CSQLite.
    .target(name: "CPageSums", dependencies: ["CSQLite"]),

    // The C library's gettext. Imports nothing.
    .systemLibrary(name: "CIntl"),

    // Products, notes, pictures and the file that holds them. All SQL is here and stays here; knows
    // nothing of widgets, windows or saved state. May import CPageSums, CSQLite, Foundation,
    // Synchronization.
    .target(name: "Catalog", dependencies: ["CPageSums", "CSQLite"]),

    // Activities, scenes, scene storage, the durable store, the launch guard. Knows nothing of
    // products, so that other programs can use it. May import Foundation only.
    .target(name: "StateRestoration"),

    // What a GTK program adds to that: its main loop, windows that keep their size, scrolling and
    // selection, logging out, notices. Swift only. May import Gtk, StateRestoration, Foundation.
    .target(name: "StateRestorationGtk", dependencies: ["Gtk", "StateRestoration"]),

    // A machine for the tests of programs that use StateRestoration. May import StateRestoration and
    // Foundation.
    .target(name: "StateRestorationTesting", dependencies: ["StateRestoration"]),

    // What unpacks archives, and what reads XML. Import nothing.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),

    // Lists of other programs: their tables, what their columns mean, and what an import of them would
    // change. Knows no windows. May import Catalog, CZlib, CExpat, Foundation, Synchronization.
    .target(name: "Exchange", dependencies: ["Catalog", "CZlib", "CExpat"]),

    // Puts the libraries' values into words: errors, names of fields. Translation happens here and
    // nowhere below. May import Catalog, Exchange, StateRestoration, CIntl, Foundation,
    // Synchronization.
    .target(name: "Wording", dependencies: ["Catalog", "Exchange", "StateRestoration", "CIntl"]),

    // What draws pages and sets texts on them, and what makes barcodes. Import nothing.
    .systemLibrary(name: "CCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),

    // What leaves the catalogue on paper: pages as PDF, labels, barcodes. Knows no windows. May import
    // Catalog, Wording, CCairo, CZint, Foundation, Synchronization.
    .target(name: "Paper", dependencies: ["Catalog", "Wording", "CCairo", "CZint"]),

    // Smaller copies of pictures, made by the process that decodes for the windows, without GTK. May import Catalog,
    // CDecoder, Foundation, Synchronization.
    .target(name: "PictureScaling", dependencies: ["Catalog", "CDecoder"]),

    // Products for customers: a web page, and PDFs to print. Knows no windows. May import Catalog, Paper,
    // PictureScaling, Wording, Foundation, Synchronization.
    .target(
      name: "Publishing", dependencies: ["Catalog", "Paper", "PictureScaling", "Wording"],
      resources: [.embedInCode("Pages/site.css"), .embedInCode("Pages/site.js")]),

    // What a window shows, as observable models. Does not use Gtk. May import Catalog, Exchange,
    // Paper, Publishing, StateRestoration, Wording, Foundation, Synchronization.
    .target(
      name: "VitrineModel",
      dependencies: ["Catalog", "Exchange", "Paper", "Publishing", "StateRestoration", "Wording"]),

    // Codes that a barcode scanner types, told from what a person types. Knows neither windows nor products. May
    // import Catalog.
    .target(name: "Scanner", dependencies: ["Catalog"]),

    // The application: windows, views, actions; one folder a feature. Swift only: no C names.
    .executableTarget(
      name: "Vitrine",
      dependencies: [
        "Gtk", "VitrineModel", "Paper", "Scanner", "Catalog", "Exchange", "StateRestoration",
        "StateRestorationGtk", "Wording",
      ],
      exclude: hasHub ? [] : ["Hub"],
      // In the program itself: a resource beside it is not found where it is installed.
      resources: [.embedInCode("App/style.css")],
      swiftSettings: hasHub ? [.define("HAS_HUB")] : []),

    // The notes program of the libraries' guide, as somebody else would write it: only what is public. Not installed.
    .executableTarget(
      name: "NotesExample", dependencies: ["Gtk", "StateRestoration", "StateRestorationGtk"]),

    // `vitrinectl`: the same catalogue and state from a terminal. Links no GTK.
    .executableTarget(
      name: "VitrineControl",
      dependencies: [
        "Catalog", "Exchange", "Paper", "PictureScaling", "Publishing", "StateRestoration",
        "Wording",
      ],
      exclude: hasHub ? [] : ["Sharing"], swiftSettings: hasHub ? [.define("HAS_HUB")] : []),

    // `./dev bench catalogue`: how fast the catalogue is, compared with bare SQLite. Not installed.
    .executableTarget(
      name: "CatalogBench", dependencies: ["Catalog", "CatalogBaseline", "BenchTables"]),

    // Bare SQLite in C, the baseline. Imports nothing of ours.
    .target(name: "CatalogBaseline", dependencies: ["CSQLite"]),

    // `./dev bench state`: what very many windows cost, compared with bare C. Not installed.
    .executableTarget(name: "StateBench", dependencies: ["StateRestoration", "StateBaseline"]),

    // Durable file writes in C, the baseline. Imports nothing of ours.
    .target(name: "StateBaseline"),

    // `./dev bench import`: how long lists take, compared with bare C and our own lines. Not installed.
    .executableTarget(
      name: "ImportBench", dependencies: ["Catalog", "Exchange", "ImportBaseline", "BenchTables"]),

    // CSV read in bare C, the baseline. Imports nothing of ours.
    .target(name: "ImportBaseline"),

    // `./dev bench windows`: how fast the program's windows are painted, compared with C. Not installed.
    .executableTarget(
      name: "WindowBench",
      dependencies: ["Catalog", "StateRestoration", "VitrineModel", "Wording", "BenchTables"]),

    // Windows of the same kinds in bare C and GTK, the baseline. Imports nothing of ours.
    .executableTarget(name: "WindowBaseline", dependencies: ["CGtk"]),

    // What measures both from inside, loaded with LD_PRELOAD. C only; may include CGtk.
    .target(name: "WindowWatcher", dependencies: ["CGtk"]),

    // How benchmarks measure by turns and print tables. Imports nothing of ours.
    .target(name: "BenchTables"),

    // A file system for SQLite that fails on demand, for tests only. C only; may include SQLite.
    .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),

    // Which tests run when: shared by all test targets. Imports nothing of ours.
    .target(name: "TestSwitches", path: "Tests/TestSwitches"),

    // Libraries are tested without a display.
    .testTarget(
      name: "CatalogTests",
      dependencies: ["Catalog", "Wording", "CSQLite", "CFaultyDisk", "TestSwitches"]),
    .testTarget(
      name: "StateRestorationTests",
      dependencies: ["StateRestoration", "StateRestorationTesting", "TestSwitches"]),
    .testTarget(
      name: "VitrineModelTests",
      dependencies: [
        "VitrineModel", "Catalog", "Exchange", "StateRestoration", "Wording", "TestSwitches",
      ]),
    .testTarget(
      name: "WordingTests",
      dependencies: ["Wording", "Exchange", "Catalog", "StateRestoration", "TestSwitches"]),
    .testTarget(name: "ScannerTests", dependencies: ["Scanner", "Catalog", "TestSwitches"]),
    .testTarget(name: "ExchangeTests", dependencies: ["Exchange", "Catalog", "TestSwitches"]),
    .testTarget(name: "PaperTests", dependencies: ["Paper", "Catalog", "TestSwitches", "Wording"]),
    .testTarget(
      name: "PublishingTests",
      dependencies: ["Publishing", "Paper", "PictureScaling", "Catalog", "TestSwitches", "Wording"]),
    // The built tool, called as a script calls it.
    .testTarget(
      name: "VitrineControlTests",
      dependencies: ["VitrineControl", "Catalog", "TestSwitches"]),
    .testTarget(
      name: "CatalogBenchTests",
      dependencies: ["Catalog", "CatalogBench", "BenchTables", "TestSwitches"]),
    .testTarget(
      name: "WindowBenchTests",
      dependencies: ["WindowBench", "WindowBaseline", "Vitrine", "BenchTables", "TestSwitches"]),
    .testTarget(
      name: "GtkTests", dependencies: ["Gtk", "CDecoder", "CGtk", "CGtkShim", "TestSwitches"]),

    // The accessibility tree, for tests only. Imports nothing.
    .systemLibrary(
      name: "CAtspi", path: "Tests/CAtspi", pkgConfig: "atspi-2",
      providers: [.apt(["libatspi2.0-dev"])]),

    // A session manager, or logind, that announces the end when it is told to, for tests alone. C only.
    .executableTarget(
      name: "SessionManagerStandIn", dependencies: ["CGtk"], path: "Tests/SessionManagerStandIn"),

    // A file manager whose files are dragged onto the program, for tests alone. C only.
    .executableTarget(
      name: "FileManagerStandIn", dependencies: ["CGtk"], path: "Tests/FileManagerStandIn"),

    // Tries behind the decoder's lock what a decoder that was taken over would try, for tests alone. C only.
    .executableTarget(
      name: "DecoderAttack", dependencies: ["CDecoder"], path: "Tests/DecoderAttack"),

    // Tells a test which texts a program shows and which are cut, loaded with LD_PRELOAD. C only.
    .target(name: "ShownTexts", dependencies: ["CGtk"], path: "Tests/ShownTexts"),

    // A disk that takes long to flush, loaded with LD_PRELOAD. C only.
    .target(name: "SlowDisk", path: "Tests/SlowDisk"),

    // Writes down what a program does with a catalogue's files, loaded with LD_PRELOAD. C only.
    .target(name: "RecordingDisk", path: "Tests/RecordingDisk"),

    // Drives the built program, on its own display, bus and XDG directories, like a user and a
    // screen reader.
    .testTarget(
      name: "UITests",
      dependencies: [
        "CAtspi", "CDecoder", "CGtk", "Vitrine", "VitrineControl", "NotesExample",
        "SessionManagerStandIn",
        "FileManagerStandIn", "DecoderAttack", "Gtk", "StateRestoration", "StateRestorationGtk",
        "VitrineModel",
        "Catalog", "Wording", "TestSwitches",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Added here: as parts of the expression above, they would keep Swift 6.0 from understanding it in any reasonable time.
package.targets += hubTargets
if hasHub {
  for target in package.targets where ["Vitrine", "VitrineControl"].contains(target.name) {
    target.dependencies.append("Hub")
  }
}
