// SPDX-License-Identifier: Apache-2.0
// What a program may decide about its life. Each member has a default, which is what a program does that is nothing but
// its windows.

import StateRestoration

/// What a program decides about its own life.
@MainActor
public protocol RestoredApplicationDelegate: AnyObject {
  /// The program is asked for something for the first time. Makes ready what the windows show, however long that takes
  /// and whatever it asks the person; then calls ``RestoredApplication/restore(_:restores:_:)``, here or later. By
  /// default at once. What was asked for waits.
  func begin(_ program: RestoredApplication) async
  /// Somebody asks for something while that goes on: brings to the front what there is.
  func isAwaited()
  /// The program was started again while it runs, or no window came back: opens a window, unless something else fits better.
  func activate(_ program: RestoredApplication)
  /// Links and files are to be opened, as soon as the windows are back: ``RestoredApplication/whenRestored(_:)``. By
  /// default each is an activity, of the links that the program continues or in a file.
  func open(_ addresses: [String], in program: RestoredApplication)
  /// Whether something is under way that would be lost with the program: quitting asks, and a log-out waits until it is
  /// done.
  var isWorking: Bool { get }
  /// Windows with a name have taken the place of these, which are not closed: they come back with their session.
  func didLeave(_ scenes: [SceneSession])
  /// The person closed a window. It can be opened again, if it is one that is saved.
  func didClose(_ scene: SceneSession)
}

extension RestoredApplicationDelegate {
  /// Restores the windows.
  public func begin(_ program: RestoredApplication) async { await program.restore() }
  /// There is nothing to bring to the front.
  public func isAwaited() {}
  /// Opens a new window.
  public func activate(_ program: RestoredApplication) { program.openWindow() }
  /// Continues each as an activity.
  public func open(_ addresses: [String], in program: RestoredApplication) {
    program.follow(addresses)
  }
  /// Nothing is.
  public var isWorking: Bool { false }
  /// Nothing is to be done.
  public func didLeave(_ scenes: [SceneSession]) {}
  /// Nothing is to be done.
  public func didClose(_ scene: SceneSession) {}
}

/// A program that is nothing but its windows.
final class PlainProgram: RestoredApplicationDelegate {}
