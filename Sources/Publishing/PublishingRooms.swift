// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room     uses
//   Text
//   Folder
//   Content  Text
//   Pages    Text Content
//   .        Text Folder Content Pages
//
// Text     HTML and JSON in which nothing from a catalogue can become markup or code; names of files
// Folder   the published folder: what was written into it before, and what of that has changed
// Content  what of a product everybody may see, and in which words
// Pages    one file for each kind of page, with the style sheet and the script that all share
// .        publishes a catalogue
//
// The public interface: `Publication`.
