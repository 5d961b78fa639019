// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room           uses
//   Tables
//
// Tables         rows of cells, from whatever format; nothing is decided about what a cell means
//
// The public interface: `TableReader` and its values in `Tables`.
