// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room           uses
//   Tables
//   Files          Tables
//   Text           Tables Files
//   Sheets         Tables Files
//   Known          Tables
//   Records        Tables Files Known
//   Opening        Tables Files Text Sheets Known Records
//   Words
//   Values         Tables Words
//   Understanding  Tables Known Words Values
//   Comparing      Tables Known Opening Words Values Understanding
//
// Tables         rows of cells, from whatever format; nothing is decided about what a cell means
// Files          the bytes of a file, unpacked and decoded; the only room with C names
// Text           tables as text: what separates their cells is found out from the text itself
// Sheets         spreadsheets: Excel's, OpenDocument's, and Excel's of 2003
// Known          what the columns of known programs mean
// Records        lists that are no tables: XML, JSON and web pages, of which each product is a row
// Opening        tells what a file is from its content, and opens it
// Words          what names of columns and single words mean, in many languages
// Values         a cell's text as a number, a day, a code or a description
// Understanding  where a list is in its table, what its columns are, and what only a person can tell
// Comparing      what an import would change, and the import itself
//
// The public interface: `ForeignFile` in `Opening`, `KnownColumn` in `Known`, `TableReader` and its
// values in `Tables`; `ListImport` in `Comparing`, and what it shows in `Understanding`.
