// SPDX-License-Identifier: Apache-2.0
/// The version of everything built here: `vitrine`, `vitrinectl` and the package.
public let programVersion = "0.1.0"
