// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room          uses
//   Shared
//   WindowState   Shared
//   FormFields    Shared
//   Unfinished    Shared WindowState
//   Places        Shared WindowState Unfinished
//   Sharing       Shared WindowState Unfinished
//   Catalogue     Shared WindowState FormFields Unfinished Places Sharing
//   History       Shared WindowState FormFields Catalogue
//   HandOff       WindowState
//   SystemSearch  Shared WindowState FormFields HandOff
//   List          Shared FormFields Catalogue
//   Notes         Shared WindowState Catalogue
//   Pictures      Shared WindowState Catalogue
//   Detail        Shared WindowState FormFields Catalogue Notes Pictures
//   Merging       Shared WindowState FormFields Catalogue
//   Decisions     Shared WindowState Sharing Catalogue
//   FieldsWindow  Shared WindowState Catalogue
//   Import        Shared WindowState FormFields Catalogue
//   Publishing    Shared FormFields Catalogue Import
//   Labels        Shared WindowState Catalogue Import
//   Printing      Shared WindowState FormFields Catalogue Import
//   Backups       Shared WindowState Catalogue Import
//   BulkEdit      Shared WindowState FormFields Catalogue
//   Browser       Shared WindowState FormFields Places Sharing Catalogue Import List Pictures Detail Publishing Labels Printing BulkEdit
//
// Shared        observers, formats and what else every room can use
// WindowState   what a window saves, as values, and their names on disk
// FormFields    a field of a product as a form and a list show it
// Unfinished    what was typed in all windows and not saved yet
// Places        the rows of the sidebar, with their counts; saved searches
// Sharing       a catalogue that is shared with others: how it and its hub get along
// Catalogue     the catalogue that all windows share, its commands and what is read from it once for all of them
// History       the window with the steps of undo
// HandOff       links, and windows that are continued on another machine
// SystemSearch  the desktop's search
// List          the rows of a list, as they are scrolled to
// Notes         a product's notes
// Pictures      a product's photos, adding them, products made of them; the photo window
// Detail        one product: its page, its form and what is proposed while it is filled in
// Merging       two products that are one: finding and merging them
// Decisions     the window with what a hub could not merge
// FieldsWindow  the window that defines custom fields
// Import        a list of another program before it is imported: what was understood, asked and decided
// Publishing    a web page of the products of a list
// Labels        labels of products: what is asked, a page as it will look, and the file
// Printing      a list, sheets or a catalogue: what is asked, the pages as they will be, the file and the printer
// Backups       the window that shows a backup or a copy, and what is put back from there
// BulkEdit      changing many products at once
// Browser       the list, what is selected in it, and the page beside it
//
// The public interface: the models, each in the file with its name.
