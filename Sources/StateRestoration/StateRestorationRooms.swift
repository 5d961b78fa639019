// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `Machine` and `Values` could serve any program; the
// coordinator ties everything together.
//
//   room         uses
//   Values
//   Machine      Values
//   Activities   Values Machine
//   Records      Values Machine Activities
//   Disk         Values Machine Records
//   Scenes       Values Machine Activities Records
//   Preferences  Values Machine Records
//   Inspection   Values Machine Records Disk
//   Coordinator  Values Machine Activities Records Disk Scenes Inspection
//
// Values       JSON values, and reading and writing them exactly
// Machine      clock, boot and files of the machine, and writing a file durably
// Activities   what a user is doing, as a link and as a file
// Records      the contents of the files: a window, a session, a launch
// Disk         the state directory: reading, writing, lock, archived sessions
// Scenes       open windows and what they save
// Preferences  settings of the whole application
// Inspection   reading and changing saved state from outside
// Coordinator  which windows are written when, and which are restored
//
// The public interface: `RestorationCoordinator`, `SceneSession`, `SceneStorage`, `UserActivity`,
// `StateRestoring`, `AppSettings`; the guide in StateRestoration.docc lists the rest by topic.
