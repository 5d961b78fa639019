// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room        uses
//   Output
//   Options     Output
//   Lists       Output Options
//   Products    Output Options Lists
//   Exchange    Output Options Lists
//   Publishing  Output Options Lists Products
//   Labels      Output Options Lists Products
//   History     Output Options
//   Copies      Output Options Lists Products History
//   State       Output Options
//   Sharing     Output Options
//   .           Output Options Lists Products Exchange Publishing Labels History Copies State Sharing
//
// Output      what is printed: text or lines of JSON, progress, exit statuses
// Options     how verbs and options are declared; parsing, help, manual and completions from that
// Lists       the conditions and orders of lists; listing, searching and counting products
// Products    verbs on products, their pictures, categories, tags, fields and the trash
// Exchange    import, export and made-up products
// Publishing  products for customers: a web page, and PDFs
// Labels      labels as PDF
// History     undo and redo, backups, and checks of the catalogue
// Copies      one file with all of a catalogue, and products put back from it or from a backup
// State       the saved windows
// Sharing     one catalogue on many machines
// .           the table of all verbs, and the program
