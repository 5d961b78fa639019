// SPDX-License-Identifier: Apache-2.0
// Search in a published catalogue. A classic script, because pages that are opened from a disk can load nothing else;
// everything else on the pages works without it. Texts of products only become text, never markup.

(function () {
  "use strict";

  // Without a script, a search would do nothing, so it is not shown.
  document.querySelectorAll("form[role=search]").forEach(function (form) { form.hidden = false; });

  var form = document.getElementById("search");
  if (!form) return;
  var list = document.getElementById("found");
  var said = document.getElementById("said");
  var more = document.getElementById("more");
  var language = document.documentElement.lang;
  var products = [];
  var shown = 0;
  var matches = [];
  var step = 60;
  var wanted = new URLSearchParams(location.search);

  ["q", "category", "tag", "from", "to", "order"].forEach(function (name) {
    var field = form.elements[name];
    if (field && wanted.has(name)) field.value = wanted.get(name);
  });

  function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");
  }

  function value(name) { return form.elements[name] ? form.elements[name].value.trim() : ""; }

  // A digit of any script as one of ours: those of a script stand side by side.
  function digit(sign) {
    var place = sign.codePointAt(0);
    var zero = place;
    while (place - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(place - zero);
  }

  function sign(kind) {
    var part = new Intl.NumberFormat(language).formatToParts(1234567.8).find(function (part) {
      return part.type === kind;
    });
    return part ? part.value.replace("٫", ",").replace("٬", ".") : "";
  }

  // An amount as people of the page's language type it, and as most others do.
  function number(name) {
    var text = value(name).normalize("NFKD").replace(/\p{Nd}/gu, digit)
      .replace(/٫/g, ",").replace(/٬/g, ".").replace(/[\s'’]/g, "");
    var signs = text.match(/[.,]/g) || [];
    var last = signs[signs.length - 1];
    var isDecimal = signs.length === 1
      ? last === sign("decimal") || !/^\d{1,3}[.,]\d{3}$/.test(text) || sign("group") !== last
      : signs.length > 1 && signs.indexOf(last) === signs.length - 1;
    var place = isDecimal ? text.lastIndexOf(last) : text.length;
    text = text.slice(0, place).replace(/[.,]/g, "") + "." + text.slice(place + 1);
    return /^\d*\.\d*$/.test(text) && text !== "." ? Number(text) : null;
  }

  function find() {
    var words = folded(value("q")).split(/\s+/).filter(Boolean);
    var chosen = form.elements.category ? form.elements.category.selectedOptions[0] : null;
    var first = chosen && chosen.value !== "" ? Number(chosen.value) : null;
    var last = first === null ? null : Number(chosen.dataset.last);
    var tag = value("tag");
    var from = number("from");
    var to = number("to");
    matches = products.filter(function (product) {
      // No category is no number, but would be compared like 0.
      if (first !== null && (product.category === null || product.category < first || product.category > last)) return false;
      if (tag !== "" && product.tags.indexOf(Number(tag)) < 0) return false;
      if (from !== null && (product.amount === null || product.highest < from)) return false;
      if (to !== null && (product.amount === null || product.amount > to)) return false;
      return words.every(function (word) { return product.words.indexOf(word) >= 0; });
    });
    var order = value("order");
    if (order === "title") {
      var collator = new Intl.Collator(language, { numeric: true });
      matches.sort(function (a, b) { return collator.compare(a.title, b.title); });
    } else if (order === "cheap" || order === "dear") {
      var sign = order === "cheap" ? 1 : -1;
      matches.sort(function (a, b) {
        if (a.amount === null || b.amount === null) return (a.amount === null) - (b.amount === null);
        return sign > 0 ? a.amount - b.amount : b.highest - a.highest;
      });
    } else if (words.length > 0) {
      // Those with the first word in their title come first.
      matches.sort(function (a, b) {
        return (a.name.indexOf(words[0]) < 0) - (b.name.indexOf(words[0]) < 0);
      });
    }
    list.textContent = "";
    shown = 0;
    show();
  }

  function show() {
    matches.slice(shown, shown + step).forEach(function (product) { list.append(card(product)); });
    shown = Math.min(matches.length, shown + step);
    more.hidden = shown >= matches.length;
    said.textContent = said.dataset.text.replace("%@", matches.length.toLocaleString(language));
  }

  function element(name, kind, text) {
    var made = document.createElement(name);
    made.className = kind;
    if (text) made.textContent = text;
    return made;
  }

  function card(product) {
    var item = element("li", "card");
    var link = document.createElement("a");
    link.href = "products/" + product.page + ".html";
    var frame = element("span", "case");
    if (product.photo) {
      var image = document.createElement("img");
      image.alt = "";
      image.loading = "lazy";
      image.src = product.photo;
      frame.append(image);
    } else {
      var letter = element("span", "letter", Array.from(product.title)[0]);
      letter.setAttribute("aria-hidden", "true");
      frame.append(letter);
    }
    var name = element("span", "name", product.title);
    name.dir = "auto";
    link.append(frame, name);
    item.append(link);
    if (product.price) item.append(element("span", "price", product.price));
    return item;
  }

  // The parts of the index call this, one after the other.
  window.vitrine = function (part) {
    part.forEach(function (row) {
      products.push({
        page: row[0], title: row[1], price: row[2], amount: row[3], category: row[4], photo: row[5],
        tags: row[6], name: folded(row[1]), words: folded(row[1] + " " + row[7]), highest: row[8]
      });
    });
    find();
  };

  function load(part) {
    if (part > Number(form.dataset.parts)) return;
    var script = document.createElement("script");
    script.src = "search/" + part + ".js";
    script.onload = function () { load(part + 1); };
    document.head.append(script);
  }

  var waiting;
  form.addEventListener("input", function () {
    clearTimeout(waiting);
    waiting = setTimeout(find, 120);
  });
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    find();
  });
  more.addEventListener("click", function () {
    var place = shown;
    show();
    // The keyboard goes on where the new ones begin.
    var next = list.children[place];
    if (next) next.querySelector("a").focus();
  });
  load(1);
})();
