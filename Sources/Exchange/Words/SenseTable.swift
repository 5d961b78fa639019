// SPDX-License-Identifier: Apache-2.0
// The names that columns have in the lists of shops, in many languages: one table, in which a line more is
// a name more. The names of the fields themselves come from their descriptions.

import Catalog

enum SenseTable {
  /// The sense of a name; nil for one that nobody knows.
  static func sense(of key: String) -> ColumnSense.Named? { byKey[key] }

  /// The sense of a name as it is written: “År” is a year, “Ár” a price.
  static func sense(spelled name: String) -> ColumnSense.Named? {
    bySpelling[name.lowercased()]
  }

  private static let bySpelling: [String: ColumnSense.Named] = {
    var table: [String: ColumnSense.Named] = [:]
    for (sense, weight, names) in names {
      for name in names.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
        let name = name.lowercased()
        if (table[name]?.weight ?? 0) < weight { table[name] = .init(sense: sense, weight: weight) }
      }
    }
    // Others are known by their keys.
    return table.filter { name, named in sense(of: HeadKey.of(name))?.sense != named.sense }
  }()

  /// The sense of a name without the small words in it: “Prezzo listino”.
  static func sense(ofBare key: String) -> ColumnSense.Named? { byBareKey[key] }

  private static let byBareKey: [String: ColumnSense.Named] = {
    var table: [String: ColumnSense.Named] = [:]
    for (key, named) in byKey {
      let words = key.split(separator: " ").filter { !ColumnName.fillers.contains(String($0)) }
      let bare = words.joined(separator: " ")
      if bare != key, byKey[bare] == nil, (table[bare]?.weight ?? 0) < named.weight {
        table[bare] = named
      }
    }
    return table
  }()

  private static let byKey: [String: ColumnSense.Named] = {
    var table: [String: ColumnSense.Named] = [:]
    for (sense, weight, names) in names {
      for key in HeadKey.keys(names) where (table[key]?.weight ?? 0) < weight {
        table[key] = ColumnSense.Named(sense: sense, weight: weight)
      }
    }
    for field in ProductField.all {
      for name in [field.name] + field.exchangeKeys where name != "currency" {
        table[HeadKey.of(name)] = ColumnSense.Named(sense: .field(field), weight: 12)
      }
    }
    return table
  }()

  /// A weight below 5 is for a name that may also mean something else.
  private static let names: [(ColumnSense, Int, String)] = [
    (
      .field(.title), 9,
      """
      title|name|menu item|dish|Speise|Gericht|product name|product title|item name|article name|product|item name|post title
      Name|Titel|Bezeichnung|Artikelbezeichnung|Artikelname|Produktname|Produktbezeichnung|Produkttitel|Produkt|Warenbezeichnung|Artikel Bezeichnung|Benennung|Sorte|Bezeichnung 1|Kurzbezeichnung
      nom|titre|désignation|libellé|intitulé|nom du produit|nom de l'article|produit|dénomination|désignation du produit|désignation article
      nombre|título|denominación|nombre del producto|nombre producto|nombre del artículo|designación|producto
      nome|titolo|denominazione|nome prodotto|nome del prodotto|nome articolo|prodotto|descrizione breve
      naam|titel|productnaam|artikelnaam|benaming|productbenaming
      nome|título|nome do produto|designação|produto|nome do artigo|denominação
      nazwa|tytuł|nazwa produktu|nazwa towaru|produkt|towar|nazwa artykułu
      název|název produktu|název zboží|jméno|název položky|produkt|titul
      namn|titel|benämning|produktnamn|artikelnamn|produkt|artikelbenämning
      navn|varenavn|produktnavn|betegnelse|tittel|vare navn
      nimi|tuotenimi|tuotteen nimi|nimike
      név|megnevezés|terméknév|termék neve|cikk megnevezése
      denumire|denumire produs|nume|nume produs
      názov|názov produktu|názov tovaru
      ad|adı|isim|ürün adı|başlık|ürün
      название|наименование|наименование товара|название товара|номенклатура
      назва|найменування|назва товару
      όνομα|τίτλος|προϊόν|ονομασία
      商品名|品名|製品名|商品名称|名称|タイトル
      产品名称|商品标题|标题|名称|品名|产品名|商品名稱|產品名稱|名稱|標題
      상품명|제품명|품명|이름
      الاسم|اسم المنتج|المنتج|اسم الصنف|الصنف|שם|שם המוצר|שם מוצר|המוצר|tên|tên sản phẩm|tên hàng|sản phẩm|nama|nama produk|nama barang|produk|ชื่อ|ชื่อสินค้า|สินค้า
      """
    ),
    (
      .field(.title), 4,
      "nominal|nominale|nennwert|denomination|münze|coin|briefmarke|stamp|motiv|item|article|artikel|articulo|artículo|articolo|artigo|artykuł|položka|vara|vare|tuote|termék|produs|tovar|товар|商品|产品|產品|product description|artikelomschrijving|ware|material|materialkurztext|model name|book title|buchtitel"
    ),
    (
      .field(.description), 9,
      """
      description|long description|sales description|desc|p desc|body|body html|product description|details|item description|description long|full description|text
      Beschreibung|Artikelbeschreibung|Produktbeschreibung|Langtext|Beschreibungstext|Langbeschreibung|Details|Artikeltext
      description longue|descriptif|description du produit|description produit
      descripción|descripcion|descripción larga|detalle|detalles
      descrizione|descrizione lunga|descrizione prodotto|dettagli
      omschrijving|beschrijving|productomschrijving|lange omschrijving
      descrição|descrição longa|descrição do produto|detalhes
      opis|opis produktu|długi opis|opis długi
      popis|popis produktu|dlouhý popis|popis zboží
      beskrivning|produktbeskrivning|lång beskrivning
      beskrivelse|produktbeskrivelse|kuvaus|tuotekuvaus|leírás|descriere|açıklama|ürün açıklaması
      описание|описание товара|опис|περιγραφή|説明|商品説明|描述|商品描述|产品描述|说明|設明|설명|상품설명
      الوصف|وصف المنتج|תיאור|תיאור המוצר|mô tả|deskripsi|keterangan|รายละเอียด|คำอธิบาย
      """
    ),
    (
      .field(.description), 5,
      "short description|excerpt|summary|kurzbeschreibung|kurztext|description courte|résumé|descripción corta|resumen|korte omschrijving|descrição curta|krótki opis|krátký popis|kort beskrivning|generic name|notes|bemerkung|bemerkungen|notizen|anmerkung|comment|comments|kommentar|remarques|remarque|notas|note|opmerking|uwagi|poznámka|anmärkning|ingredients|zutaten"
    ),
    (
      .field(.category), 9,
      """
      category|categories|menu group|stock category|product category complete name|reporting category|kategorie ebene 1|product category|category path|category name|product categories|main category
      Kategorie|Kategorien|Warengruppe|Produktkategorie|Artikelgruppe|Produktgruppe|product group|item group|article group|Rubrik|Hauptkategorie|Warengruppen
      catégorie|catégories|rubrique|famille|groupe
      categoría|categorías|familia|rubro
      categoria|categorie|famiglia|reparto
      categorie|categorieën|rubriek|productgroep|artikelgroep
      categoria|categorias|família
      kategoria|kategorie|grupa|grupa towarowa|kategoria produktu
      kategorie|kategorie produktu|skupina zboží
      kategori|kategorier|varugrupp|produktgrupp|varegruppe|produktkategori
      tuoteryhmä|ryhmä|kategória|kategorija|kategoriler|категория|категории|группа|категорія|κατηγορία
      カテゴリ|カテゴリー|分類|类别|分类|类目|類別|카테고리|분류
      الفئة|التصنيف|القسم|קטגוריה|מחלקה|danh mục|loại hàng|nhóm hàng|kategori|หมวดหมู่|ประเภทสินค้า
      """
    ),
    (
      .field(.category), 4,
      "type|product type|typ|art|group|gruppe|department|abteilung|genre|section|tipo|soort|gamme|rayon|produkttyp|produktart|google product category"
    ),
    (
      .subcategory, 9,
      "subcategory|sub category|unterkategorie|untergruppe|unterwarengruppe|sous catégorie|sous famille|subcategoría|subfamilia|sottocategoria|subcategorie|subcategoria|podkategoria|podkategorie|underkategori|alt kategori|подкатегория|category 2|kategorie 2|category level 2|category 3|kategorie 3|category level 3|サブカテゴリ|子分类"
    ),
    (
      .field(.tags), 9,
      "tags|tag|keywords|keyword|labels|schlagwort|schlagworte|schlagwörter|stichworte|stichwörter|schlüsselwörter|etiketten|étiquettes|mots clés|mots clefs|etiquetas|palabras clave|etichette|parole chiave|trefwoorden|palavras chave|tagi|słowa kluczowe|štítky|klíčová slova|taggar|nyckelord|stikord|nøkkelord|avainsanat|címkék|etiketler|теги|метки|мітки|タグ|标签|標籤|태그"
    ),
    (
      .field(.sku), 10,
      """
      sku|variant sku|default code|ordernumber|itemcode|p model|item number|item no|item code|item id|article number|article no|product number|product code|product no|stock code|stock keeping unit|part number|part no|part|p n|ipn|material number|article code|order number|order code|seller sku|item sku|product sku|catalog number|catalogue number|catalog no
      Artikelnummer|Artikel-Nr.|Art.-Nr.|ArtNr|Artikel Nr|Artikelnr|Bestellnummer|Bestell-Nr.|Bestellnr|Best-Nr|Produktnummer|Materialnummer|Warennummer|Artikelcode|Sachnummer|Teilenummer|Art. Nr|Artikel Nummer|Artikelnr.|Art.Nr.|Art-No|Art No|Produktcode|Artikel ID|Best.-Nr.|Lieferantenartikelnummer
      référence|réf|code article|numéro d'article|n° article|code produit|référence produit|no article|n° d'article
      referencia|código|codigo|código de artículo|código artículo|código de producto|código producto|número de artículo|clave
      codice|codice articolo|cod|cod articolo|cod art|codice prodotto|riferimento|rif
      artikelnummer|artikelcode|productcode|productnummer|art nr
      código|referência|código do produto|código do artigo|código produto
      indeks|symbol|kod produktu|numer artykułu|nr katalogowy|kod towaru|indeks towaru|nr artykułu|numer katalogowy
      kód|kód produktu|katalogové číslo|kód zboží|číslo zboží|obj číslo|číslo produktu|artiklové číslo
      artikelnummer|artikelnr|produktkod|art nr|varenummer|varenr|artikkelnummer|produktkode
      tuotekoodi|tuotenumero|nimikekoodi|cikkszám|termékkód|cod produs|stok kodu|ürün kodu|malzeme kodu
      артикул|код|код товара|код товару|κωδικός
      商品コード|商品編號|產品編號|商品货号|料號|料号|品番|型番|製品番号|管理番号|货号|編號|编号|产品编号|商品编码|貨號|商品编号|상품코드|제품코드|품번
      الرمز|رمز المنتج|رقم الصنف|كود المنتج|الكود|מקט|מק"ט|קוד מוצר|mã hàng|mã sản phẩm|kode|kode barang|kode produk|รหัส|รหัสสินค้า
      """
    ),
    // “Art” alone is a kind.
    (.field(.sku), 3, "Art."),
    // Beside “Item number” and “Order number” of the shop.
    (.field(.sku), 11, "custom label sku|custom label|asset tag|asset number|internal reference"),
    // A running number may stand beside the code.
    (
      .field(.sku), 9,
      "plu|PZN|Inventarnummer|Inventarnr|Inv.-Nr.|inventory number|Réf. produit|reference|ref|ref no|Nummer|Nr.|номер"
    ),
    (
      .field(.sku), 4,
      "id|code|no|num|number|product id|asset id|model|modell|modèle|modelo|modello|handle|identifier|key"
    ),
    (
      .field(.gtin), 10,
      "gtin|ean|ean13|ean 13|ean8|upc|barcode|bar code|variant barcode|upc code|ean code|ean upc|gtin ean|ean gtin|upc ean|gtin 13|gtin 14|gtin 12|gtin 8|gtin13|gtin14|barcodes|gtin upc ean or isbn|global unique id|isbn|isbn13|isbn 13|jan|jan code|Strichcode|EAN-Code|EAN-Nummer|Barcodenummer|EAN Nr|GTIN-Nummer|Barcode Nr|code barres|code barre|code à barres|gencod|code ean|código de barras|codigo barras|código ean|codice a barre|codice ean|barcode ean|streepjescode|ean code|código de barra|kod kreskowy|kod ean|čárový kód|ean kód|čiarový kód|streckkod|ean kod|strekkode|stregkode|viivakoodi|vonalkód|cod de bare|cod ean|barkod|штрихкод|штрих код|шк|штрихкоди|JANコード|バーコード|条码|条形码|條碼|國際條碼|바코드|external product id|product id ean"
    ),
    (
      .field(.price), 10,
      """
      price|AVP|Apothekenverkaufspreis|standard selling rate|selling rate|default price|sales price rate|sales unit price|current price|product price|vk preis|unit price|selling price|sales price|retail price|regular price|variant price|list price|price per unit|price each|retail|sell price|sale unit price|standard price
      Preis|Verkaufspreis|VK|VK-Preis|Stückpreis|Einzelpreis|Ladenpreis|Endpreis|Listenpreis|Grundpreis VK|Preis pro Stück|Preis je Stück|Artikelpreis|VP
      prix|prix de vente|prix unitaire|pu|pv|tarif|prix public
      precio|precio de venta|precio unitario|pvp|precio venta
      prezzo|prezzo di vendita|prezzo unitario|prezzo al pubblico|prezzo di listino
      prijs|verkoopprijs|stuksprijs|eenheidsprijs
      preço|preço de venda|preço unitário|pvp
      cena|cena sprzedaży|cena jednostkowa|cena detaliczna
      cena|prodejní cena|jednotková cena|cena za kus
      pris|försäljningspris|styckpris|utpris|salgspris|enhedspris|pris per styck|enhetspris
      hinta|myyntihinta|yksikköhinta|ár|eladási ár|egységár|preț|preț vânzare|fiyat|satış fiyatı|birim fiyat|цена|стоимость|цена продажи|розничная цена|ціна|τιμή
      価格|販売価格|単価|価額|定価|价格|售价|单价|單價|價格|售價|零售价|가격|판매가|단가
      السعر|سعر البيع|سعر الوحدة|מחיר|מחיר מכירה|giá|giá bán|đơn giá|harga|harga jual|harga satuan|ราคา|ราคาขาย
      """
    ),
    (
      .field(.price), 7,
      "EP|Einzelpr|Stückpr|E-Preis|unit pr|sell|sells for|selling|gross price|price incl vat|price gross|price incl tax|price including vat|bruttopreis|preis brutto|vk brutto|brutto vk|prix ttc|pv ttc|precio con iva|prezzo ivato|prijs incl btw|preço com iva|cena brutto|cena s dph|pris inkl moms|verkaufspreis brutto|brutto|ttc|price gross|hinta sis alv|price tax incl|price tax included"
    ),
    (
      .field(.price), 6,
      "net price|price net|price excl vat|price excl tax|price excluding vat|nettopreis|preis netto|vk netto|netto vk|prix ht|pv ht|precio sin iva|prezzo netto|prijs excl btw|preço sem iva|cena netto|cena bez dph|price tax excl|price tax excluded|pris exkl moms|verkaufspreis netto|netto|ht|sales price net|base price|preis pro kg|preis je kg|preis kg|price per kg|price kg|prix kg|prix au kilo|precio kg|prezzo al kg|kilopreis|prijs per kg|cena za kg|kilopris|pris per kg"
    ),
    (
      .field(.price), 3,
      "amount|betrag|montant|importe|importo|bedrag|valor|kwota|částka|belopp|value|wert"
    ),
    (
      .money, 9,
      "AEK|valuation rate|replacement price|Anschaffungswert|Anschaffungspreis|Anschaffungskosten|Neupreis|Restwert|Zeitwert|Versicherungswert|Katalogwert|Katalogpreis|catalog value|catalogue value|insured value|price paid|pricepaid|start price|reserve price|market price|purchases unit price|GP|Gesamtpr|Gesamtbetrag|Zeilensumme|line total|buy|bought for|paid|sale price|special price|offer price|discount price|compare at price|variant compare at price|recommended retail price|suggested retail price|recommended price|unverbindliche preisempfehlung|empfohlener verkaufspreis|empfohlener preis|msrp|rrp|srp|mrp|cost|cost price|cost per item|purchase price|wholesale price|buying price|trade price|original price|shipping|shipping cost|deposit|EK|EK-Preis|Einkaufspreis|UVP|Angebotspreis|Sonderpreis|Aktionspreis|Streichpreis|Großhandelspreis|Händlerpreis|Pfand|Grundpreis|EK netto|Einstandspreis|prix d'achat|prix promo|prix barré|prix conseillé|consigne|coût|precio de compra|precio de oferta|precio rebajado|coste|costo|prezzo di acquisto|prezzo acquisto|prezzo scontato|costo|inkoopprijs|aanbiedingsprijs|adviesprijs|statiegeld|preço de compra|preço promocional|preço de custo|custo|cena zakupu|cena promocyjna|nákupní cena|akční cena|inköpspris|kampanjpris|rek pris|indkøbspris|innkjøpspris|tilbudspris|ostohinta|beszerzési ár|закупочная цена|себестоимость|alış fiyatı|仕入価格|原価|进价|成本|進價|unit cost|purchase cost|kostenpreis|landed cost|map price|cost of goods"
    ),
    (
      .currency, 9,
      "currency|currency code|price currency|Währung|Währungscode|devise|monnaie|moneda|divisa|valuta|valuta code|moeda|waluta|měna|mena|valutta|valuutta|pénznem|deviză|monedă|para birimi|валюта|νόμισμα|通貨|货币|币种|貨幣|幣別|통화|iso currency"
    ),
    (
      .field(.stock), 10,
      """
      stock|quantity|qty|in stock|stock quantity|on hand|quantity on hand|qoh|inventory|variant inventory qty|inventory quantity|available|available quantity|stock level|units in stock|qty on hand|total in stock|count|stock qty|amount in stock|instock
      Bestand|Best.|Lagerbest.|Frei verwendbar|Stock réel|Lagerbestand|Menge|Anzahl|auf Lager|Stückzahl|Vorrat|Vorräte|Warenbestand|verfügbar|Verfügbare Menge|Lagermenge|Stück|Lager|Bestandsmenge|Stk
      quantité|qté|en stock|stock disponible
      existencias|cantidad|stock|cant|unidades|disponible
      giacenza|giac|quantità|qtà|disponibilità|scorte|esistenza|qta
      voorraad|aantal|hoeveelheid|op voorraad
      quantidade|estoque|qtd|stock|existências|em estoque
      stan|ilość|stan magazynowy|dostępność|zapas|liczba sztuk
      sklad|skladem|množství|počet|stav skladu|počet kusů|na skladě
      lager|lagersaldo|lagerantal|antal|saldo|i lager|kvantitet|antall|lagerbeholdning|på lager|beholdning
      varasto|varastosaldo|määrä|saldo|készlet|mennyiség|stoc|cantitate|stok|miktar|adet|количество|остаток|остатки|склад|кол во|наличие|кількість|απόθεμα|ποσότητα
      在庫|在庫数|数量|库存|库存数量|數量|庫存|재고|수량
      المخزون|الكمية|كمية|מלאי|כמות|tồn kho|số lượng|stok|jumlah|สต็อก|คงเหลือ|จำนวน
      """
    ),
    (
      .field(.packSize), 9,
      "PE|Preiseinheit|Preismenge|price quantity|price unit quantity|price base quantity|pack size|package size|packsize|net content|net contents|Packungsgröße|Packungsinhalt|Packgröße|Gebindegröße|Füllmenge|Nettofüllmenge|contenance|contenu net|tamaño del envase|contenido neto|formato confezione|contenuto netto|verpakkingsgrootte|netto inhoud|wielkość opakowania|velikost balení"
    ),
    (
      .field(.minimumStock), 10,
      "minimum stock|min stock|low stock amount|low stock threshold|Mindestbest|Limite stock alerte|reorder level|re order level|reorder point|re order point|low stock level|low stock|stockmin|min stock amount|stock alert count|safety stock|minamount|min qty|minimum quantity|Mindestbestand|Meldebestand|Mindestmenge Lager|Minimalbestand|stock minimum|stock mini|seuil|seuil d'alerte|stock mínimo|existencias mínimas|scorta minima|giacenza minima|minimumvoorraad|minimale voorraad|estoque mínimo|stan minimalny|minimum magazynowe|minimální zásoba|minimální stav|minimilager|lägsta lagernivå|minimumslager|varaston minimi|minimum készlet|stoc minim|minimum stok|минимальный остаток|мин остаток|最低在庫|最低库存|安全库存|安全庫存|最小在庫"
    ),
    (
      .field(.year), 9,
      "year|year introduced|release year|publication year|original publication year|Jahr|Baujahr|Erscheinungsjahr|Jahrgang|Produktionsjahr|année|millésime|année de parution|año|anno|annata|anno di produzione|jaar|bouwjaar|ano|rok|rok produkcji|rok vydání|ročník|årgång|år|årstal|årgang|vuosi|vuosikerta|év|évjárat|an|yıl|год|рік|έτος|年|年份|発売年|연도|vintage|pub year|year published|yearpublished|publication date year"
    ),
    (
      .field(.supplier), 9,
      "supplier|supplier name|vendor|vendor name|distributor|Lieferant|Lieferantenname|Zulieferer|Kreditor|fournisseur|proveedor|fornitore|leverancier|fornecedor|dostawca|dodavatel|leverantör|leverandør|toimittaja|beszállító|szállító|furnizor|tedarikçi|поставщик|постачальник|προμηθευτής|仕入先|供应商|供應商|공급업체|dodávateľ"
    ),
    (
      .picture, 9,
      "image|images|image src|image url|picture|pictures|photo|photos|image link|product image url|main image|variant image|cover|image file|image urls|picture url|img|additional image link|additional image urls|Bild|Bilder|Foto|Fotos|Bilddatei|Bild-URL|Produktbild|Abbildung|Bild Link|visuel|photo url|imagen|imágenes|fotografía|immagine|immagini|afbeelding|afbeeldingen|imagem|imagens|zdjęcie|zdjęcia|obrazek|obrázek|obrázky|fotka|bilder|billede|billeder|kuva|kuvat|kép|imagine|imagini|resim|görsel|фото|изображение|картинка|зображення|εικόνα|画像|画像url|图片|圖片|이미지"
    ),
    (
      .variantOf, 9,
      "parent sku|variant of|parent|parent id|parent product|parent item|parent code|parent article|variation of|head sku|main sku|master sku|übergeordneter Artikel|Hauptartikel|Vaterartikel|Elternartikel|Variante von|Artikelnummer Hauptartikel|produit parent|référence parent|ugs parent|variante de|producto padre|sku padre|prodotto padre|sku genitore|variante di|hoofdproduct|variant van|produto pai|produkt nadrzędny|wariant produktu|nadřazený produkt|huvudartikel|variant av|родительский артикул|親商品コード|父商品|主商品编码"
    ),
    (
      .language, 9,
      "language|lang|locale|language code|Sprache|Sprachcode|langue|idioma|lingua|taal|język|jazyk|språk|sprog|kieli|nyelv|limbă|dil|язык|мова|γλώσσα|言語|语言|語言|언어"
    ),
    (
      .code, 9,
      """
      cond|condition|grade|zustand|erhaltung|état|estado|stato|staat|skick|lot|batch|lot number|batch number|lot no|size|serial number|serial|serial no|model number|mpn|manufacturer part number|manufacturer product number|hs code|tariff code|commodity code|zip|postcode|phone|telephone|spn|supplier part number|supplier sku|supplier code|style|style code|shelf|bin|location|storage location|isbn10|isbn 10|asin|oem|oe number|revision|version|dimensions|colour code|color code
      Matchcode|Charge|Chargennummer|Losnummer|Los|Größe|Seriennummer|Modellnummer|Herstellernummer|Hersteller-Artikelnummer|Zolltarifnummer|PLZ|Telefon|Lagerort|Lagerplatz|Regal|Fach|Lieferanten-Artikelnummer|Typennummer|Farbcode|Warentarifnummer|Maße|Abmessungen|Herstellerartikelnummer|Typ Nr
      n° de lot|numéro de lot|taille|pointure|numéro de série|emplacement|code postal|lot nº|lote|talla|número de serie|ubicación|lotto|taglia|numero di serie|ubicazione|partij|maat|serienummer|locatie|tamanho|número de série|partia|nr partii|rozmiar|numer seryjny|šarže|velikost|sériové číslo|parti|storlek|serienummer|batchnummer|størrelse|koko|sarjanumero|méret|mărime|beden|numara|seri no|партия|размер|серийный номер|розмір|серийный|ロット|サイズ|シリアル番号|批号|尺码|尺寸|批次|批號|尺碼
      """
    ),
    (
      .percent, 9,
      "vat|tax|tax rate|vat rate|discount|margin|markup|alcohol|abv|MwSt|MwSt-Satz|USt|Steuersatz|Rabatt|Marge|Aufschlag|Steuer|Mehrwertsteuer|Alkohol|Alkoholgehalt|Fett|Fettgehalt|tva|taux tva|remise|taux de tva|iva|tipo iva|descuento|aliquota|aliquota iva|sconto|btw|btw tarief|korting|desconto|taxa iva|stawka vat|rabat|marża|dph|sazba dph|sleva|moms|momssats|alv|áfa|kdv|ндс|скидка|пдв|ставка ндс|税率|消費税率|折扣"
    ),
    (
      .day, 9,
      "date|date added|created|created at|updated|updated at|purchase date|expiry date|expiry|expires|expires on|expiration|expiration date|best before|purchased|purchased on|date purchased|acquired|date acquired|received|date received|arrival|arrival date|last sold|last ordered|last stocktake|valid from|valid until|use by|available from|release date|delivery date|last modified|date read|Datum|Erstellt|Erstellt am|Geändert am|Kaufdatum|Einkaufsdatum|MHD|Mindesthaltbarkeit|Mindesthaltbarkeitsdatum|Ablaufdatum|Haltbar bis|Verfügbar ab|Erscheinungsdatum|Erscheinungstermin|Lieferdatum|date d'achat|date de péremption|dlc|ddm|date de création|date limite|fecha|fecha de compra|fecha de caducidad|caducidad|data|data di acquisto|scadenza|data di scadenza|datum|aankoopdatum|houdbaar tot|tht|validade|data de validade|data de compra|data zakupu|data ważności|termin ważności|datum nákupu|spotřebujte do|trvanlivost|köpdatum|bäst före|inköpsdatum|dato|kjøpsdato|købsdato|holdbar til|päiväys|ostopäivä|dátum|dată|tarih|дата|дата покупки|срок годности|ημερομηνία|日付|賞味期限|購入日|发售日|日期|有效期|保质期|날짜|date sale price starts|date sale price ends|sale starts|sale ends|gültig ab|gültig bis|valid from|valid until"
    ),
    (
      .field(.unit), 8,
      "price unit|BME|Basismengeneinheit|default unit of measure|unit of measure name|qu unit stock|unit|units|uom|unit of measure|Einheit|ME|Mengeneinheit|unité|unidad|unità|um|eenheid|unidade|jednostka|jm|jednotka|mj|enhet|enhed|yksikkö|egység|unitate|birim|единица|ед изм|одиниця|単位|单位|單位|단위"
    ),
    (
      .other, 8,
      """
      brand|brand name|manufacturer|maker|color|colour|material|weight|length|width|height|depth|author|authors|artist|publisher|country|country of origin|origin|status|condition|warranty|availability|gender|season|collection|ingredients list|allergens|region|grape|producer|platform|format|pages|isbn 10|shipping|active|published|visible|enabled|link|url|website|product url|contact|rating
      customer|customer name|city|street|address|email|Kunde|Kundenname|Kundennummer|Ort|Stadt|Straße|Adresse
      Marke|Hersteller|Farbe|Material|Gewicht|Länge|Breite|Höhe|Tiefe|Autor|Verlag|Herkunft|Herkunftsland|Land|Zustand|Garantie|Verfügbarkeit|Lieferzeit|Aktiv|Sichtbar|Allergene|Rebsorte|Milchart|Reifezeit|Erzeuger|Winzer|Interpret|Plattform|Seiten|Webseite|Ansprechpartner|Geschlecht|Saison|Kollektion|Volumen|Inhalt|Hersteller Name|Herstellername|Lieferstatus
      marque|fabricant|couleur|matière|poids|longueur|largeur|hauteur|auteur|éditeur|pays|origine|état|en ligne|actif|disponible|disponibilité|saison
      marca|fabricante|color|peso|largo|ancho|alto|autor|editorial|país|origen|estado|activo|produttore|colore|materiale|lunghezza|larghezza|altezza|paese|origine|attivo|merk|fabrikant|kleur|gewicht|lengte|breedte|hoogte|land|herkomst|actief
      cor|comprimento|largura|altura|origem|ativo|marka|producent|kolor|materiał|waga|długość|szerokość|wysokość|kraj|pochodzenie|aktywny|značka|výrobce|barva|hmotnost|délka|šířka|výška|země|původ|aktivní
      varumärke|tillverkare|färg|vikt|längd|bredd|höjd|ursprung|aktiv|mærke|producent|farve|vægt|merke|produsent|farge|vekt|valmistaja|väri|paino|gyártó|szín|súly|producător|culoare|greutate|üretici|renk|ağırlık|бренд|производитель|цвет|вес|материал|страна|виробник|колір|вага|ブランド|メーカー|色|重量|产地|品牌|颜色|材质
      """
    ),
  ]
}
