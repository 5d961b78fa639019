// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room     uses
//   Text
//   Photos
//   Folder
//   Content  Text
//   Pages    Text Content
//   Print    Photos Content
//   .        Text Photos Folder Content Pages Print
//
// Text     HTML and JSON in which nothing from a catalogue can become markup or code; names of files
// Photos   the sizes of a photo, and what a file says besides the picture
// Folder   the published folder: what was written into it before, and what of that has changed
// Content  what of a product everybody may see, and in which words
// Pages    one file for each kind of web page, with the style sheet and the script that all share
// Print    PDFs: a list, a sheet for each product, a catalogue
// .        publishes a web page
//
// The public interface: `Publication` for a web page, `PrintedDocument` in `Print` for a PDF, and in `Content`
// what both are told: `PublicFields` and `PublicLanguage`.
