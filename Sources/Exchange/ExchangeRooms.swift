// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room           uses
//   Tables
//   Words
//   Files          Tables Words
//   Text           Tables Files
//   Sheets         Tables Files
//   Known          Tables
//   Records        Tables Words Files Known
//   Opening        Tables Files Text Sheets Known Records
//   Values         Tables Words
//   Rows           Tables Known Words Values
//   Understanding  Tables Known Words Values Rows
//   Comparing      Tables Files Text Known Opening Words Values Rows Understanding
//   Writing        Tables Files Known Values Understanding
//
// Tables         rows of cells, from whatever format; nothing is decided about what a cell means
// Words          what names of columns, single words and names of characters mean, in many languages
// Files          the bytes of a file, unpacked and decoded; the only room with C names
// Text           tables as text: what separates their cells is found out from the text itself
// Sheets         spreadsheets: Excel's, OpenDocument's, and Excel's of 2003
// Known          what the columns of known programs mean
// Records        lists that are no tables: XML, JSON and web pages, of which each product is a row
// Opening        tells what a file is from its content, and opens it
// Values         a cell's text as a number, a day, a code or a description
// Rows           where a list is in its table, which rows are its own, and which are one product's
// Understanding  what the columns of a list are, and what only a person can tell
// Comparing      what an import would change, and the import itself
// Writing        products as files in other formats: the counterpart of all that reads
//
// The public interface: `ForeignFile` in `Opening`, `KnownColumn` in `Known`, `TableReader` and its
// values in `Tables`; `ListImport` in `Comparing`, and what it shows in `Understanding`; `ProductExport` in `Writing`.
