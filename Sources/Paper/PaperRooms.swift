// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room    uses
//   Pages
//   Codes   Pages
//   Sheets  Pages
//   Labels  Pages Codes Sheets
//
// Pages   a PDF, page by page: texts, lines, links and outline; C names of cairo and Pango
// Codes   barcodes as bars and squares of whole printer dots; C names of libzint
// Sheets  paper with labels on it, by maker and number
// Labels  what is on a label, and sheets of labels as PDF
//
// The public interface: `PDFFile`, `Canvas` and `Typesetter` with their values in `Pages`; `Code` in
// `Codes`; `SheetTable` in `Sheets`; `LabelJob`, `LabelLayout` and `RulerPage` in `Labels`.
