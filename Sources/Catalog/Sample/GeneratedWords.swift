// SPDX-License-Identifier: Apache-2.0
// The words of generated products: enough different ones that a search can find few, some or many;
// some with accents, capitals and punctuation, like real ones.

/// A category of the generated shop, and the things sold in it.
struct GeneratedShelf: Sendable {
  let category: CategoryPath
  /// The first three letters of its SKUs.
  let code: String
  let nouns: [String]

  /// The tree: departments, their groups, and lines within some of the groups.
  static let all: [GeneratedShelf] = tree.flatMap { department, groups in
    groups.split(separator: "\n").flatMap { group -> [GeneratedShelf] in
      let parts = group.split(separator: ":").map(String.init)
      let nouns = parts[1].split(separator: ",").map(String.init)
      let code = String(parts[0].uppercased().filter(\.isASCII).prefix(3))
      let path = "\(department)/\(parts[0])"
      // Only about half of the groups have lines, so that the tree has leaves at two depths.
      let hasLines = (parts[0].utf8.first ?? 0).isMultiple(of: 2)
      return ([path] + (hasLines ? lines.map { "\(path)/\($0)" } : [])).map {
        GeneratedShelf(category: CategoryPath(stored: $0), code: code, nouns: nouns)
      }
    }
  }

  private static let lines = ["Everyday", "Premium", "Children", "Outdoor", "Clearance"]

  private static let tree: [(String, String)] = [
    (
      "Kitchen",
      """
      Knives:Bread Knife,Paring Knife,Cleaver,Carving Knife,Knife Block
      Pans:Frying Pan,Sauté Pan,Crêpe Pan,Wok,Grill Pan
      Pots:Stockpot,Saucepan,Casserole,Milk Pan,Steamer
      Baking:Cake Tin,Loaf Tin,Rolling Pin,Piping Bag,Madeleine Tray
      Tableware:Dinner Plate,Soup Bowl,Espresso Cup,Teapot,Butter Dish
      Glasses:Wine Glass,Tumbler,Carafe,Champagne Flute,Pitcher
      Storage:Storage Jar,Bread Bin,Spice Rack,Tea Caddy,Egg Basket
      Café:Coffee Grinder,Moka Pot,Pour-over Dripper,Milk Frother,Tamper
      """
    ),
    (
      "Garden",
      """
      Seeds:Tomato Seeds,Basil Seeds,Sunflower Seeds,Radish Seeds,Meadow Mixture
      Bulbs:Tulip Bulbs,Crocus Bulbs,Daffodil Bulbs,Allium Bulbs,Lily Bulbs
      Tools:Spade,Garden Fork,Secateurs,Dibber,Hand Rake
      Pots:Terracotta Pot,Planter,Hanging Basket,Window Box,Saucer
      Watering:Watering Can,Garden Hose,Sprinkler,Rain Gauge,Spray Bottle
      Birds:Nesting Box,Bird Feeder,Bird Bath,Seed Mixture,Suet Ball
      Furniture:Folding Chair,Bench,Bistro Table,Parasol,Hammock
      Lights:Lantern,Fairy Lights,Path Light,Torch,Storm Lamp
      """
    ),
    (
      "Workshop",
      """
      Hammers:Claw Hammer,Mallet,Ball-peen Hammer,Sledgehammer,Nail Punch
      Saws:Dovetail Saw,Hacksaw,Coping Saw,Pruning Saw,Mitre Box
      Screws:Wood Screws,Machine Screws,Coach Bolts,Wing Nuts,Washers
      Measuring:Folding Rule,Calliper,Spirit Level,Marking Gauge,Try Square
      Finishing:Beeswax Polish,Linseed Oil,Varnish,Sanding Block,Shellac
      Power Tools:Cordless Drill,Jigsaw,Router,Orbital Sander,Heat Gun
      Storage:Toolbox,Parts Drawer,Tool Roll,Wall Rack,Sawhorse
      Electrics:Extension Lead,Wall Plug,Cable Ties,Junction Box,Fuse Set
      """
    ),
    (
      "Books",
      """
      Cookery:Book of Soups,Bread Book,Vegetable Cookbook,Preserving Guide,Wine Atlas
      Travel:Walking Guide,City Map,Phrase Book,Railway Atlas,Sea Chart
      Children:Picture Book,Fairy Tales,Counting Book,Atlas of Animals,Sticker Book
      Poetry:Collected Poems,Haiku Anthology,Sonnets,Ballads,Verse Novel
      Crafts:Knitting Patterns,Bookbinding Manual,Joinery Primer,Pottery Handbook,Lace Sampler
      History:Local History,Chronicle,Biography,Album of Photographs,Letters
      Music:Song Book,Sheet Music,Piano Studies,Choir Book,Fiddle Tunes
      Nature:Field Guide,Herbal,Star Chart,Mushroom Book,Bird Calendar
      """
    ),
    (
      "Clothing",
      """
      Shirts:Linen Shirt,Oxford Shirt,Blouse,Tunic,Night Shirt
      Knitwear:Cardigan,Jumper,Waistcoat,Poncho,Twinset
      Scarves:Silk Scarf,Shawl,Snood,Bandana,Muffler
      Hats:Beret,Straw Hat,Flat Cap,Bobble Hat,Sun Hat
      Socks:Hiking Socks,Ankle Socks,Bed Socks,Stockings,Leg Warmers
      Aprons:Barber Apron,Kitchen Apron,Work Apron,Pinafore,Smock
      Bags:Satchel,Tote Bag,Rucksack,Purse,Washbag
      Shoes:Clogs,Sandals,Brogues,Slippers,Wellingtons
      """
    ),
    (
      "Toys",
      """
      Blocks:Building Blocks,Marble Run,Stacking Tower,Domino Set,Castle Kit
      Dolls:Rag Doll,Doll's House,Doll's Pram,Puppet,Tea Set
      Games:Chess Set,Ludo,Nine Men's Morris,Memory Game,Skittles
      Vehicles:Fire Engine,Steam Train,Sailing Boat,Tractor,Racing Car
      Puzzles:Jigsaw Puzzle,Tangram,Burr Puzzle,Map Puzzle,Cube Puzzle
      Plush:Teddy Bear,Elephant,Rabbit,Hedgehog,Penguin
      Instruments:Glockenspiel,Tambourine,Kazoo,Hand Drum,Recorder
      Outdoors:Kite,Skipping Rope,Spinning Top,Hoop,Sand Bucket
      """
    ),
    (
      "Collecting",
      """
      Coins:Silver Coin,Commemorative Coin,Proof Set,Token,Medal
      Stamps:Stamp Sheet,First Day Cover,Stamp Album,Mint Block,Postal Card
      Postcards:Topographic Postcard,Art Nouveau Postcard,Greeting Card,Photo Card,Leporello
      Minerals:Amethyst Geode,Fluorite,Pyrite Cube,Agate Slice,Rock Crystal
      Fossils:Ammonite,Trilobite,Shark Tooth,Fern Imprint,Belemnite
      Watches:Pocket Watch,Wristwatch,Watch Chain,Alarm Clock,Carriage Clock
      Cameras:Box Camera,Rangefinder,Folding Camera,Light Meter,Projector
      Records:Long-player,Single,Shellac Record,Box Set,Picture Disc
      """
    ),
    (
      "Paper",
      """
      Notebooks:Notebook,Sketchbook,Diary,Ledger,Address Book
      Pens:Fountain Pen,Ballpoint Pen,Brush Pen,Dip Pen,Pen Case
      Ink:Bottle of Ink,Ink Cartridges,Stamp Pad,India Ink,Sepia Ink
      Cards:Birthday Card,Thank-you Card,Condolence Card,Place Cards,Invitation
      Wrapping:Wrapping Paper,Ribbon,Gift Tag,Gift Box,Tissue Paper
      Desk:Paperweight,Letter Opener,Blotter,Pencil Sharpener,Desk Lamp
      Maps:Wall Map,Globe,Hiking Map,City Plan,Map Pins
      Prints:Art Print,Woodcut,Etching,Lithograph,Poster
      """
    ),
  ]
}

enum GeneratedWords {
  static let qualities = words(
    """
    Fine,Sturdy,Handmade,Vintage,Classic,Modern,Small,Large,Slim,Heavy,Light,Plain,Striped,
    Dotted,Ribbed,Polished,Matt,Folding,Stackable,Travel,Antique,Rustic,Nordic,Décor,Petite,
    Restored,Unused,Signed,Numbered,Limited,Curved,Square,Round,Oval,Tall,Low,Double,Single
    """)

  static let materials = words(
    """
    Oak,Beech,Walnut,Ash,Cherry,Maple,Bamboo,Cork,Steel,Iron,Brass,Copper,Pewter,Tin,Silver,
    Enamel,Porcelain,Stoneware,Terracotta,Glass,Linen,Cotton,Wool,Merino,Silk,Hemp,Jute,Felt,
    Leather,Suede,Canvas,Paper,Cardboard,Rubber,Slate,Marble,Granite,Soapstone,Rattan,Willow
    """)

  static let colours = words(
    """
    white,ivory,cream,yellow,ochre,orange,coral,red,crimson,burgundy,pink,rosé,violet,plum,blue,
    navy,azure,teal,green,olive,mint,sage,brown,chestnut,grey,anthracite,black,natural
    """)

  static let tags = words(
    """
    new,sale,gift,handmade,regional,organic,fair trade,vintage,rare,fragile,heavy,outdoor,indoor,
    children,Christmas,Easter,summer,winter,spring,autumn,bestseller,clearance,consignment,
    limited,exhibition,damaged box,second choice,wholesale,on order,discontinued,washable,
    dishwasher-safe,food-safe,vegan,recycled,made in Europe,made to order,window display,
    online only,shop only,seasonal,restored,signed,first edition,set,spare part,refill,sample,
    crème,für Kinder,à la carte,maker's choice,press,wedding,birthday,school,office,picnic
    """)

  static let syllables = words(
    "ba,bel,bor,da,dor,el,fal,gar,hal,ka,kor,lin,lo,mar,mel,mi,nor,o,ras,ri,sel,ta,tor,ul,va,wen")

  static let endings = words(
    "berg,by,dal,ford,gård,heim,hof,land,mont,sen,son,stad,ström,ville,wick")

  /// `*` stands for a maker's name, `#` for a colour.
  static let sentences = [
    "Made in small numbers by *, who sign every piece.",
    "Comes in a plain box with a leaflet.",
    "The # of the surface deepens with the years.",
    "Wipe it clean with a damp cloth and let it dry.",
    "A favourite of those who come back every season.",
    "Not suitable for the dishwasher.",
    "The workshop of * has made it for three generations.",
    "Each one differs a little in # and grain.",
    "Sold in pairs; single pieces on request.",
    "Delivered flat and put together in a few minutes.",
    "Stands firmly even on an uneven floor.",
    "The handle is riveted in three places and lies well in the hand.",
    "With a certificate by * that tells where it comes from.",
    "Found in the estate of a collector near *.",
    "Light marks of use on the back, otherwise in fine condition.",
    "Fits the holders of most other makers.",
    "A spare set is kept under the counter.",
    "Goes well with everything in #.",
    "The lid closes tightly and keeps out moths and damp.",
    "Please order early before the holidays: * delivers once a month.",
    "Packed in recycled paper without any plastic.",
    "Guaranteed for ten years.",
    "Also to be had in #, at the same price.",
    "The first edition was printed by * and is long out of stock.",
  ]

  static let notes = words(
    """
    Supplier,Repair,Where it stands,Delivery,Agreed price,Condition,Reserved,Display,Next order,
    Idea
    """)

  private static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop(while: \.isWhitespace)) }
  }
}
