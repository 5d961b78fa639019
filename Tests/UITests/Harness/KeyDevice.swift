// SPDX-License-Identifier: Apache-2.0
// A keyboard that a busy computer does not slow down, as a barcode scanner's is none of its programs. xdotool
// waits for the X server after each key, and may be kept waiting for longer than a scanner needs for a whole
// code; this gives the server all keys at once, with the time that is to pass between them. The libraries are
// those of xdotool, so they are there.

import Foundation

struct KeyDevice {
  private let display: OpaquePointer
  private let close: @convention(c) (OpaquePointer) -> Int32
  private let flush: @convention(c) (OpaquePointer, Int32) -> Int32
  private let symbol: @convention(c) (UnsafePointer<CChar>) -> UInt
  private let code: @convention(c) (OpaquePointer, UInt) -> UInt8
  private let send: @convention(c) (OpaquePointer, UInt32, Int32, UInt) -> Int32

  init(at name: String) throws {
    func function<Type>(_ name: String, in library: UnsafeMutableRawPointer?) throws -> Type {
      guard let library, let found = dlsym(library, name) else {
        throw CommandFailure(description: "the X library has no \(name)")
      }
      return unsafeBitCast(found, to: Type.self)
    }
    let x11 = dlopen("libX11.so.6", RTLD_NOW)
    let xtest = dlopen("libXtst.so.6", RTLD_NOW)
    let open: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer? =
      try function("XOpenDisplay", in: x11)
    close = try function("XCloseDisplay", in: x11)
    flush = try function("XSync", in: x11)
    symbol = try function("XStringToKeysym", in: x11)
    code = try function("XKeysymToKeycode", in: x11)
    send = try function("XTestFakeKeyEvent", in: xtest)
    guard let display = open(name) else {
      throw CommandFailure(description: "there is no display \(name)")
    }
    self.display = display
  }

  /// Presses keys, all at once or one `every` so many milliseconds, the first `after` as many, and waits until
  /// the server has sent them.
  func press(_ keys: [String], every gap: UInt = 0, after pause: UInt = 0) {
    var pause = pause
    let shift = UInt32(code(display, symbol("Shift_L")))
    for key in keys {
      let isShifted = key.count == 1 && key != key.lowercased()
      let place = UInt32(code(display, symbol(key)))
      if isShifted {
        _ = send(display, shift, 1, pause)
        pause = 0
      }
      _ = send(display, place, 1, pause + gap - gap / 2)
      pause = 0
      _ = send(display, place, 0, gap / 2)
      if isShifted { _ = send(display, shift, 0, 0) }
    }
    _ = flush(display, 0)
  }

  /// Unplugs it.
  func end() { _ = close(display) }
}
