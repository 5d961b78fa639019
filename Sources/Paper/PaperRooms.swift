// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room    uses
//   Pages
//   Codes   Pages
//   Sheets  Pages
//
// Pages   a PDF, page by page: texts, lines, links and outline; C names of cairo and Pango
// Codes   barcodes as bars and squares of whole printer dots; C names of libzint
// Sheets  paper with labels on it, by maker and number
//
// The public interface: `PDFFile`, `Canvas` and `Typesetter` with their values in `Pages`.
