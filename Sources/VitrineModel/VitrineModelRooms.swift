// The rooms of this module and their dependencies: a room may use those listed beside it, all of
// which are above it. `.` is the files beside this one. `./dev lint` reads this table.
//
//   room         uses
//   WindowState
//   QRCode
//   .            WindowState QRCode
//
// WindowState  what a window saves, as values, and their names on disk
// QRCode       a text as a QR code
// .            what a window shows: a model for each view
//
// The public interface: the models, each in the file with its name.
