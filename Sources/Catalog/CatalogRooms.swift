// SPDX-License-Identifier: Apache-2.0
// The rooms of this module, one folder each, and their dependencies: a room may use those listed
// beside it, all of which are above it. `./dev lint` reads this table.
//
//   room         uses
//   Values
//   Quantities   Values
//   Model        Values Quantities
//   JSON         Values Model
//   Files        Model
//   SQLite       Values Model Files
//   Fields       Values Quantities Model SQLite
//   Connections  Model SQLite Fields Files
//   Pictures     Values Model SQLite Files
//   Schema       SQLite
//   Tables       Values Quantities Model SQLite Fields Schema
//   Search       Values SQLite Fields Connections
//   History      Values Model JSON Files SQLite Fields Tables Search
//   Sharing      Values Quantities Model JSON Files SQLite Fields Tables History
//   Opening      Model SQLite Fields Files Connections Schema Tables History Search
//   Backup       Model SQLite Fields Files Connections Pictures Schema Tables Search History Opening
//   Database     Model SQLite Fields Connections Pictures Search History Opening Backup
//   Lists        Values Quantities Model SQLite Connections Fields Tables Search Database
//   Counting     Values Model SQLite Fields Tables Lists
//   Duplicates   Values Model SQLite Fields Tables Lists
//   Sample       Values Quantities Model Files Pictures
//   Exchange     Values Model JSON SQLite Files Fields Pictures Tables Search History Sharing Database Lists
//   ...          Sample
//   Writing      Values Model SQLite Fields Tables Lists Exchange
//   Store        Values Model SQLite Files Connections Fields Pictures Schema Tables Search History Sharing
//   ...          Opening Backup Database Lists Counting Duplicates Sample Exchange Writing
//   Copies       Values Model SQLite Files Fields Pictures Tables Search History Opening Backup Database Exchange Store
//
// Values       what a field can hold: prices, codes, tags, days; each validates itself
// Quantities   how much of a product there is: amounts, units, prices per unit
// Model        products, notes, commands and errors, as other modules see them
// JSON         reading and writing lines of JSON
// Files        durable files, and the hash of their bytes
// SQLite       SQLite in Swift's terms; the only room with its C names
// Connections  queues, locks and subscriptions around one file
// Fields       the description of each field of a product; queries and changes, which name fields
// Pictures     the pictures' files, and what can be told of them without decoding
// Schema       the tables of this version, and how those of an older one become them
// Tables       reads and writes rows
// Search       the full-text index and the packed titles; parsing what is typed into a search field, and words near it
// History      the steps of undo, as patches; those of other copies of the catalogue
// Sharing      rows as the hub of a shared catalogue decided them, what two copies have made of the same rows, and where a hub is
// Opening      finding, creating and opening the catalogue's file
// Backup       creating, pruning and restoring backups; removing orphaned pictures; copying what is ours
// Database     one writer, several readers, and notifying observers of commits
// Lists        finding products in any order; live lists
// Counting     counting products by what they have in common
// Duplicates   finding products that may be one and the same
// Sample       made-up products and pictures
// Exchange     import and export
// Writing      the products of a list as rows of cells, and with their variants, for files in other formats
// Store        `CatalogStore`, which is what other modules use
// Copies       looking at backups, putting products back from there, and one file with all of a catalogue
//
// The public interface: `CatalogStore` in `Store`, its parameters and results in `Values`,
// `Quantities`,
// `Model` and `Fields`, in `Exchange` what other formats are read into and steps travel as, and in `Writing` what they are
// written from; `NewFile` in `Files`, for who writes those.
// `Pictures` also tells formats apart, for whoever decodes them.
