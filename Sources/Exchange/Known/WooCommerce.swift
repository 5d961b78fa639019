// SPDX-License-Identifier: Apache-2.0
// WooCommerce's own export. Its head is in the language of the shop and has the shop's units in it.

import Catalog

enum WooCommerce: KnownFormat {
  static let format = ForeignFormat.woocommerce
  static let rows = KnownRows.variantsApart

  static func isHead(_ names: Set<String>) -> Bool {
    let known = names.filter { meanings[$0] != nil || leftOut.contains($0) }
    // Other shops have names and prices as well, but not these.
    return known.count >= 4
      && (names.count(of: ["regular price", "sale price"]) > 0 && names.contains("type")
        || names.filter { marks.contains($0) || $0.hasSuffix("(s)") }.count > 1)
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    if let meaning = meanings[name] { return column(original, meaning) }
    if leftOut.contains(name) { return KnownColumn(original, .leftOut) }
    // First of all others: what a field is called may look like any of them.
    if name.hasPrefix("meta: ") { return meta(name, original) }
    if let attribute = attribute(name) { return KnownColumn(original, attribute, separator: ", ") }
    if sizes.contains(where: { name.hasPrefix($0 + " (") && name.hasSuffix(")") }) {
      let unit = String(original.drop { $0 != "(" }.dropFirst().dropLast())
      let title = String(original.prefix { $0 != "(" }.dropLast())
      return KnownColumn(original, .custom(title: title, kind: .number(unit: unit)))
    }
    if name.hasPrefix("download ") { return KnownColumn(original, .leftOut) }
    return nil
  }

  private static func meta(_ name: String, _ original: String) -> KnownColumn {
    var own = "meta: \(OwnMeta.prefix)_"
    if name.hasPrefix(own),
      let column = OwnMeta.column(name.dropFirst(own.count), named: original)
    {
      return column
    }
    own += OwnMeta.field
    if name.hasPrefix("meta: _") { return KnownColumn(original, .leftOut) }
    let title = original.dropFirst(name.hasPrefix(own) ? own.count : 6)
    return KnownColumn(original, .custom(title: String(title), kind: nil))
  }

  private static func column(_ name: String, _ meaning: Meaning) -> KnownColumn {
    switch meaning {
    case .categories:
      KnownColumn(name, .field(.category), separator: ", ", pathSeparator: " > ")
    case .tags: KnownColumn(name, .field(.tags), separator: ", ")
    case .pictures: KnownColumn(name, .pictures, separator: ", ")
    case .description: KnownColumn(name, .field(.description), isHTML: true)
    case .short: KnownColumn(name, .custom(title: name, kind: .text), isHTML: true)
    case .field(let field): KnownColumn(name, .field(field))
    case .stock: KnownColumn(name, .field(.stock), blanks: ["parent"])
    case .type: KnownColumn(name, .rowKind)
    case .parent: KnownColumn(name, .variantOf(column: "SKU"))
    case .key: KnownColumn(name, .productKey)
    case .salePrice: KnownColumn(name, .custom(title: name, kind: .money))
    case .yesNo: KnownColumn(name, .custom(title: name, kind: .yesNo))
    case .text: KnownColumn(name, .custom(title: name, kind: nil))
    }
  }

  private enum Meaning {
    case categories, tags, pictures, description, short, stock, type, parent, key, salePrice, yesNo
    case text
    case field(FieldID)
  }

  /// “Attribute 1 name”, “Attribut 1 Wert(e)”, “Nom de l’attribut 1”.
  private static func attribute(_ name: String) -> KnownColumn.Meaning? {
    guard
      name.contains("attribut") || name.contains("atribut") || name.contains("attribuut")
        || name.contains("eigenschap"), let number = Int(name.filter { $0.isASCII && $0.isNumber })
    else { return nil }
    let values = ["value", "wert", "valeur", "valor", "valore", "waarde", "wartoś"]
    if values.contains(where: name.contains) { return .optionValue(number) }
    let others = [
      "visible", "global", "default", "sichtbar", "standard", "par défaut", "predeterminado",
      "predefinit", "visibile", "globale", "zichtbaar", "globaal", "visível", "padrão", "widoczn",
    ]
    if others.contains(where: name.contains) { return .leftOut }
    return .optionName(number)
  }

  private static let sizes = [
    "weight", "length", "width", "height", "gewicht", "länge", "breite", "höhe", "poids",
    "longueur", "largeur", "hauteur", "peso", "longitud", "anchura", "altura", "lunghezza",
    "larghezza", "altezza", "lengte", "breedte", "hoogte", "comprimento", "largura", "waga",
    "długość", "szerokość", "wysokość",
  ]

  /// Names that no other shop has.
  private static let marks: Set<String> = [
    "is featured?", "visibility in catalog", "in stock?", "sold individually?", "tax status",
    "ist hervorgehoben?", "sichtbarkeit im katalog", "vorrätig?", "nur einzeln verkaufen?",
    "mis en avant ?", "mis en avant?", "visibilité dans le catalogue", "en stock ?", "en stock?",
    "vendre individuellement ?", "¿está destacado?", "visibilidad en el catálogo", "¿existencias?",
    "¿vendido individualmente?", "in primo piano?", "visibilità nel catalogo", "in stock?",
    "uitgelicht?", "zichtbaarheid in catalogus", "op voorraad?", "em destaque?",
    "visibilidade no catálogo", "em estoque?", "wyróżniony?", "widoczność w katalogu",
    "na stanie?",
  ]

  private static let meanings: [String: Meaning] = {
    var table: [String: Meaning] = [:]
    func add(_ meaning: Meaning, _ names: String...) { for name in names { table[name] = meaning } }
    add(.key, "id")
    add(.type, "type", "typ", "tipo", "rodzaj")
    add(
      .field(.sku), "sku", "artikelnummer", "ugs", "cod", "referencia", "código sku",
      "número de referência (sku)",
      "sku (artikelnummer)")
    add(
      .field(.gtin), "gtin, upc, ean, or isbn", "gtin, upc, ean oder isbn",
      "gtin, upc, ean ou isbn", "gtin, upc, ean o isbn", "gtin, upc, ean of isbn",
      "gtin, upc, ean lub isbn", "global_unique_id")
    add(.field(.title), "name", "nom", "nombre", "nome", "naam", "nazwa")
    add(
      .description, "description", "beschreibung", "descripción", "descrizione", "beschrijving",
      "descrição", "opis")
    add(
      .short, "short description", "kurzbeschreibung", "description courte", "descripción corta",
      "breve descrizione", "korte beschrijving", "descrição curta", "krótki opis")
    add(
      .stock, "stock", "lager", "bestand", "lagerbestand", "inventario", "magazzino", "voorraad",
      "estoque", "stan magazynowy")
    add(
      .field(.minimumStock), "low stock amount", "geringe lagermenge", "geringer lagerbestand",
      "montant de stock faible", "cantidad de bajo inventario", "quantità di scorte basse",
      "lage voorraad hoeveelheid", "quantidade baixa de estoque", "niski stan magazynowy")
    add(
      .field(.price), "regular price", "regulärer preis", "tarif régulier", "prix régulier",
      "precio normal", "prezzo di listino", "reguliere prijs", "preço", "preço normal", "cena",
      "cena regularna")
    add(
      .salePrice, "sale price", "angebotspreis", "tarif promo", "prix promo", "precio rebajado",
      "prezzo in offerta", "actieprijs", "preço promocional", "cena promocyjna", "cost of goods")
    add(
      .categories, "categories", "kategorien", "catégories", "categorías", "categorie",
      "categorieën", "categorias", "kategorie")
    add(.tags, "tags", "schlagwörter", "étiquettes", "etiquetas", "tag", "znaczniki", "tagi")
    add(
      .pictures, "images", "bilder", "imágenes", "immagini", "afbeeldingen", "imagens", "obrazki")
    add(
      .parent, "parent", "übergeordnetes produkt", "übergeordnet", "superior", "genitore", "hoofd",
      "bovenliggend", "ascendente", "nadrzędny")
    add(
      .text, "purchase note", "hinweis zum kauf", "external url", "externe url", "tax class",
      "shipping class", "country of origin", "commodity code (hs code)")
    return table
  }()

  /// What says how the shop sells, not what is sold.
  private static let leftOut: Set<String> = [
    "published", "is featured?", "visibility in catalog", "date sale price starts",
    "date sale price ends", "tax status", "in stock?", "backorders allowed?", "sold individually?",
    "allow customer reviews?", "download limit", "download expiry days", "grouped products",
    "upsells", "cross-sells", "button text", "position", "customs description",
    "veröffentlicht", "ist hervorgehoben?", "sichtbarkeit im katalog",
    "datum, an dem angebotspreis beginnt", "datum, an dem angebotspreis endet", "steuerstatus",
    "steuerklasse", "vorrätig?", "lieferrückstände erlaubt?", "nur einzeln verkaufen?",
    "kundenrezensionen erlauben?", "versandklasse", "downloadlimit", "ablauftage des downloads",
    "gruppierte produkte", "zusatzverkäufe", "cross-sells (querverkäufe)", "button-text",
    "publié", "mis en avant ?", "visibilité dans le catalogue", "date de début de promo",
    "date de fin de promo", "état de la tva", "classe de tva", "en stock ?",
    "autoriser les commandes de produits en rupture ?", "vendre individuellement ?",
    "autoriser les avis clients ?", "note de commande", "classe d’expédition",
    "limite de téléchargement", "jours d’expiration du téléchargement", "groupes de produits",
    "produits suggérés", "ventes croisées", "url externe", "libellé du bouton",
    "publicado", "¿está destacado?", "visibilidad en el catálogo",
    "día en que empieza el precio rebajado", "día en que termina el precio rebajado",
    "estado del impuesto", "clase de impuesto", "¿existencias?", "¿vendido individualmente?",
    "pubblicato", "in primo piano?", "visibilità nel catalogo", "gepubliceerd", "uitgelicht?",
    "zichtbaarheid in catalogus", "op voorraad?", "positie", "posición", "posizione", "posição",
  ]
}
