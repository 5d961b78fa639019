// SPDX-License-Identifier: Apache-2.0
// The rooms of this module and their dependencies: a room may use those listed beside it, all of
// which are above it. `.` is the file beside this one. `./dev lint` reads this table.
//
//   room      uses
//   Commands
//   Pictures
//   Hub
//   Windows   Commands Pictures
//   Sharing   Commands Windows
//   Import    Commands Windows
//   Notes     Commands Windows
//   Form      Commands Pictures Windows
//   Variants  Commands Pictures Windows
//   Detail    Commands Pictures Windows Notes Form Variants
//   Photos    Commands Pictures Windows
//   Merging   Commands Pictures Windows
//   Fields    Commands Windows Form
//   BulkEdit  Commands Windows Form
//   Exporting Windows
//   Labels    Commands Windows
//   Printing  Commands Pictures Windows
//   Publishing Windows
//   Browser   Commands Pictures Windows Sharing Detail BulkEdit Publishing Exporting
//   Backups   Commands Windows Browser
//   History   Commands Windows
//   Scanning  Windows
//   Preferences Commands Windows
//   Search    Pictures
//   WindowKinds Windows Sharing Import Notes Detail Photos Merging Fields Labels Printing Browser Backups History Preferences
//   App       Commands Pictures Hub Windows Sharing Import Notes Detail Photos Merging Fields Browser
//   ...       Backups History Scanning Preferences Search WindowKinds
//   .         App Pictures
//
// Commands  all commands: names, labels, keys, places in menus and in the shortcuts window
// Pictures  pictures: decoding them in another process, thumbnails, the frame they are shown in
// Hub       what carries a shared catalogue to its hub, if the program is built with it
// Windows   what all windows share; what a window needs from the application
// Sharing   a catalogue that is shared with others
// Import    a list of another program: what was understood of it, and what an import would change
// Notes     the notes of a product, and the window with those of all
// Form      a product being edited: its fields in groups, the control for each kind of value
// Variants  the grid of a product's variants, and making them
// Detail    one product, in a pane or in a window of its own
// History   the steps of undo and redo, in a window of their own
// Backups   the catalogue as it was on a day, in a window of its own
// Scanning  a barcode scanner that types: setting it up, and taking its codes out of what is typed
// Preferences  what a user chooses for the whole application, and the window for it
// Search    what the desktop's search asks, and the answers
// Photos    one photo in a window of its own
// Merging   products that may be the same, and making several products one
// Fields    the custom fields, in a window of their own
// BulkEdit  several selected products: what they add up to, and the form that changes all at once
// Publishing  a web page of the products of a list
// Exporting what of a list is written to a file, and where to
// Labels    labels of products, in a window of their own
// Printing  products as a list, sheets or a catalogue, in a window of their own
// Browser   the window with the list
// WindowKinds  how the window of each kind is made
// App       the application: starting, and opening and restoring windows
