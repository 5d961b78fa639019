// SPDX-License-Identifier: Apache-2.0
// How far a long publication is.

/// How many products are done, and which part of everything; throws to stop.
public typealias PublishingProgress = @Sendable (_ products: Int, _ fraction: Double) throws -> Void
