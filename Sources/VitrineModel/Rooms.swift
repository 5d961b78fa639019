// The rooms of this module and the only way their arrows run; `.` is the files beside this one.
// `./dev lint` reads this table.
//
//   room         uses
//   WindowState
//   .            WindowState
//
// WindowState  what a window keeps, as values, and the names under which it stands on the disk
// .            what a window shows: a model for each view
//
// The public face: the models, each in the file of its name.
