// The rooms of this module, each a folder, and the only way its arrows run: a room uses those above
// it that are named beside it, never one below. `./dev lint` reads this table.
//
//   room         uses
//   Values
//   Model        Values
//   SQLite       Values Model
//   Fields       Values Model SQLite
//   Files        Model
//   Connections  Model SQLite Fields Files
//   Pictures     Values Model SQLite Files
//   Tables       Values Model SQLite Fields
//   Search       SQLite Fields Connections
//   History      Values Model SQLite Fields Tables Search
//   Opening      Model SQLite Fields Files Connections Tables History Search
//   Backup       Model SQLite Fields Files Connections Pictures Tables Opening
//   Database     Model SQLite Fields Connections Pictures Search History Opening Backup
//   Lists        Values Model SQLite Connections Fields Tables Search Database
//   Sample       Values Model Files Pictures
//   Exchange     Values Model SQLite Files Fields Pictures Tables Search History Database Sample
//   Store        Values Model SQLite Files Connections Fields Pictures Tables Search History
//   ...          Opening Backup Database Lists Sample Exchange
//
// Values       what a field can hold, each kind checking itself: prices, codes, tags, days
// Model        products, notes, commands and errors, as the outside sees them
// SQLite       SQLite in Swift's terms; the only room with its C names
// Files        durable files, and the hash of their bytes
// Connections  queues, locks and subscriptions around one file
// Fields       what there is to know of each field of a product; queries and changes, which name them
// Pictures     the pictures' files
// Tables       the schema, and reading and writing its rows
// Search       the full-text index and what a person types into a search
// History      the steps of undo
// Opening      finding, making and opening the catalogue's file
// Backup       making, keeping and restoring backups, and removing pictures nobody refers to
// Database     one writer, several readers, and who is told of what was written
// Lists        finding products in any order, and live lists of them
// Sample       made-up products and pictures
// Exchange     import and export
// Store        `CatalogStore`, which is what everybody else uses
//
// The public face: `CatalogStore` in `Store`, and the values it takes and gives in `Values`, `Model`
// and `Fields`.
