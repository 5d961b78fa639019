// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room         uses
//   Objects
//   Bus          Objects
//   Pictures     Objects Bus
//   Application  Objects Bus
//   Layout       Objects
//   Input        Objects Pictures Layout
//   Controls     Objects Pictures Application Layout Input
//   Text         Objects Layout Input Controls
//   Lists        Objects Pictures Application Layout Input
//   Windows      Objects Application Layout Input Controls
//
// Objects      what everything here is made of: objects, signals, the main loop, widgets and their places
// Bus          calling other programs over a D-Bus connection
// Pictures     decoded pictures, the process that decodes them, and the widget that zooms them
// Application  the process as the desktop sees it: actions, menus, style, log-out, calls over the bus
// Layout       boxes, panes, pages and bubbles, which hold other widgets
// Input        keys and pointer, clipboard, drag and drop
// Controls     what is read or pressed: labels, buttons, choices
// Text         what is typed into
// Lists        lists of any length
// Windows      windows, dialogs and context menus
//
// The public interface: everything that is public, each in its room.
