// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
// The restoration library as a package of its own, which `./dev library` puts together: whoever depends on it compiles nothing of
// GTK or SQLite, and SwiftPM asks for neither.

import PackageDescription

let package = Package(
  name: "state-restoration",
  products: [
    .library(name: "StateRestoration", targets: ["StateRestoration"]),
    .library(name: "StateRestorationTesting", targets: ["StateRestorationTesting"]),
  ],
  targets: [
    // Activities, scenes, scene storage, the durable store, the launch guard. Imports Foundation only.
    .target(name: "StateRestoration"),

    // A machine for the tests of programs that use StateRestoration.
    .target(name: "StateRestorationTesting", dependencies: ["StateRestoration"]),

    // Which tests run when. Imports nothing of ours.
    .target(name: "TestSwitches", path: "Tests/TestSwitches"),

    .testTarget(
      name: "StateRestorationTests",
      dependencies: ["StateRestoration", "StateRestorationTesting", "TestSwitches"]),
  ],
  swiftLanguageModes: [.v6]
)
