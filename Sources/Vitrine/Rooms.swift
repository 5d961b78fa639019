// The rooms of this module and the only way their arrows run: a room uses those above it that are
// named beside it. `.` is the file beside this one. `./dev lint` reads this table.
//
//   room      uses
//   Actions
//   Pictures
//   Windows   Actions Pictures
//   Notes     Windows
//   Detail    Actions Pictures Windows Notes
//   Browser   Actions Pictures Windows Detail
//   App       Actions Pictures Windows Detail Browser
//   .         App
//
// Actions   the names and keys of commands
// Pictures  decoded pictures, and the frame they are shown in
// Windows   what every window has; what a window asks of the application
// Notes     the notes of a product
// Detail    one product, in a pane or in a window of its own
// Browser   the window with the list
// App       the application: starting, and opening and restoring windows
