// The rooms of this module, each a folder, and the only way its arrows run: a room uses those above
// it that are named beside it, never one below. `Machine` and `Values` could serve any program; the
// coordinator is where everything meets.
//
//   room         uses
//   Values
//   Machine      Values
//   Activities   Values
//   Records      Values Machine Activities
//   Disk         Values Machine Records
//   Scenes       Values Machine Activities Records
//   Preferences  Values Machine Records
//   Inspection   Values Machine Records Disk
//   Coordinator  Values Machine Activities Records Disk Scenes
//
// Values       JSON values, and reading and writing them exactly
// Machine      clock, boot and files of the machine, and writing a file durably
// Activities   what a person is doing, and links to it
// Records      what stands in the files: a window, a session, a launch
// Disk         the state directory: reading it, writing it, its lock, its archive
// Scenes       open windows and what they keep
// Preferences  settings of the whole application
// Inspection   saved state seen and changed from outside
// Coordinator  which windows are written when, and which come back
//
// The public face: `RestorationCoordinator`, `SceneSession`, `SceneStorage`, `UserActivity`,
// `StateRestoring`, `AppSettings`; the guide in StateRestoration.docc has the others by topic.
