// swift-tools-version: 6.0
// The modules of Vitrine. An arrow of the architecture is a dependency here; `./dev lint` fails
// when a file imports what its target may not. CONTRIBUTING.md has the picture.

import PackageDescription

let package = Package(
  name: "vitrine",
  products: [
    .executable(name: "vitrine", targets: ["Vitrine"]),
    .executable(name: "vitrinectl", targets: ["VitrineControl"]),
    .library(name: "StateRestoration", targets: ["StateRestoration"]),
  ],
  targets: [
    // GTK 4 as the C compiler sees it: a module map and one umbrella header. Imports nothing.
    .systemLibrary(
      name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),

    // The GTK that Swift cannot import: cast and type macros, variadics, the main-queue event
    // source, the lazy list model. C only; may include CGtk and nothing else.
    .target(name: "CGtkShim", dependencies: ["CGtk"]),

    // A thin typed layer over just the GTK that Vitrine uses. Knows no products and no windows
    // of ours; may import CGtk, CGtkShim, Foundation, Dispatch.
    .target(name: "Gtk", dependencies: ["CGtk", "CGtkShim"]),

    // SQLite 3 as the C compiler sees it. Imports nothing.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // The C library's gettext. Imports nothing.
    .systemLibrary(name: "CIntl"),

    // Products, notes, images and the file they live in. All SQL is here and none of it leaks
    // out; never sees a widget, a window or the saved state. May import CSQLite, Foundation,
    // Synchronization.
    .target(name: "Catalog", dependencies: ["CSQLite"]),

    // Activities, scenes, scene storage, the durable store, the launch guard. Knows nothing of
    // products, so that another program can adopt it whole. May import Foundation and
    // Synchronization only.
    .target(name: "StateRestoration"),

    // Every sentence a person reads of what the libraries say in values: errors, names of fields.
    // Translated here and nowhere below. May import Catalog, StateRestoration, CIntl, Foundation.
    .target(name: "Wording", dependencies: ["Catalog", "StateRestoration", "CIntl"]),

    // What a window shows, as observable models. Never sees Gtk. May import Catalog,
    // StateRestoration, Wording, Foundation.
    .target(name: "VitrineModel", dependencies: ["Catalog", "StateRestoration", "Wording"]),

    // The application: windows, views, actions; one folder a feature. Swift only: no C names.
    .executableTarget(
      name: "Vitrine",
      dependencies: ["Gtk", "VitrineModel", "Catalog", "StateRestoration", "Wording"]),

    // `vitrinectl`: the same catalogue and state from a terminal. Links no GTK.
    .executableTarget(
      name: "VitrineControl", dependencies: ["Catalog", "StateRestoration", "Wording"]),

    // `./dev bench catalogue`: how fast the catalogue is, against SQLite with nothing on top. No
    // package installs it.
    .executableTarget(name: "CatalogBench", dependencies: ["Catalog", "CatalogBaseline"]),

    // That SQLite, in C: the yardstick. Imports nothing of ours.
    .target(name: "CatalogBaseline", dependencies: ["CSQLite"]),

    // `./dev bench state`: what very many windows cost, against bare C. No package installs it.
    .executableTarget(name: "StateBench", dependencies: ["StateRestoration", "StateBaseline"]),

    // Files written the durable way, in C: the yardstick. Imports nothing of ours.
    .target(name: "StateBaseline"),

    // A disk for SQLite that fails when it is told to, for tests alone. C only; may include SQLite.
    .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),

    // Libraries are tested without a display.
    .testTarget(
      name: "CatalogTests", dependencies: ["Catalog", "Wording", "CSQLite", "CFaultyDisk"]),
    .testTarget(name: "StateRestorationTests", dependencies: ["StateRestoration"]),
    .testTarget(
      name: "VitrineModelTests",
      dependencies: ["VitrineModel", "Catalog", "StateRestoration", "Wording"]),
    // The built tool, called as a script calls it.
    .testTarget(name: "VitrineControlTests", dependencies: ["VitrineControl", "Catalog"]),
    .testTarget(name: "CatalogBenchTests", dependencies: ["CatalogBench"]),
    .testTarget(name: "GtkTests", dependencies: ["Gtk", "CGtk", "CGtkShim"]),

    // The accessibility tree, for tests alone. Imports nothing.
    .systemLibrary(
      name: "CAtspi", path: "Tests/CAtspi", pkgConfig: "atspi-2",
      providers: [.apt(["libatspi2.0-dev"])]),

    // The built program on a display, a bus and XDG directories of its own, driven as a person
    // and as a screen reader would.
    .testTarget(
      name: "UITests",
      dependencies: [
        "CAtspi", "CGtk", "Vitrine", "VitrineControl", "Gtk", "VitrineModel", "Catalog", "Wording",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
