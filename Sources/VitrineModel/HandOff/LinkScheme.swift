// SPDX-License-Identifier: Apache-2.0
// What every link to something in Vitrine begins with.

/// The scheme, without its colon.
let linkScheme = "vitrine"
