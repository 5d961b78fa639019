// SPDX-License-Identifier: Apache-2.0
// Opens published pages in frames as wide as a phone, looks at everything in them, and reports what a person could not see,
// read or reach. What it is to look at comes before it, as `asked`: the pages, whether they are dark, and whether they
// may run scripts.

(async function () {
  "use strict";
  const problems = [];
  let texts = 0;

  function channels(colour) {
    const parts = colour.match(/[\d.]+/g).map(Number);
    return { light: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
  }

  function luminance(colour) {
    const [red, green, blue] = colour.map(function (part) {
      part /= 255;
      return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  // The first ground below a text that hides what is below it.
  function ground(element, style) {
    for (let place = element; place; place = place.parentElement) {
      const colour = channels(style(place).backgroundColor);
      if (colour.alpha === 1) return colour.light;
    }
    return [255, 255, 255];
  }

  function look(name, frame) {
    const page = frame.contentDocument;
    const style = function (element) { return frame.contentWindow.getComputedStyle(element); };
    const say = function (problem, element) {
      problems.push(name + ": " + problem + (element ? " in " + element.outerHTML.slice(0, 80) : ""));
    };
    const isSeen = function (element) {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && box.bottom > 0 && style(element).visibility === "visible";
    };
    const width = frame.contentWindow.innerWidth;

    if (frame.contentWindow.matchMedia("(prefers-color-scheme: dark)").matches !== asked.isDark) {
      say("is not as dark as was asked");
    }
    if (page.documentElement.scrollWidth > width) {
      say("is " + page.documentElement.scrollWidth + " wide");
    }
    if (!page.documentElement.lang || !page.title) say("has no language or no title");
    if (page.querySelectorAll("main").length !== 1) say("has no one main part");
    let level = 0;
    page.querySelectorAll("h1, h2, h3, h4").forEach(function (head) {
      const next = Number(head.tagName[1]);
      if (next > level + 1 || (next === 1 && level > 0)) say("heads are out of order", head);
      level = next;
    });
    const ids = Array.from(page.querySelectorAll("[id]"), function (element) { return element.id; });
    if (new Set(ids).size !== ids.length) say("has an id twice");
    page.querySelectorAll("img").forEach(function (photo) {
      if (photo.getAttribute("alt") === null) say("a photo says nothing", photo);
      if (isSeen(photo) && photo.naturalWidth === 0) say("a photo is not there", photo);
    });
    page.querySelectorAll("a, button").forEach(function (link) {
      const photo = link.querySelector("img");
      if (!link.textContent.trim() && !link.getAttribute("aria-label") && !(photo && photo.alt)) {
        say("a link has no name", link);
      }
    });
    page.querySelectorAll("input, select").forEach(function (field) {
      if (!field.labels.length && !field.getAttribute("aria-label")) say("a field has no name", field);
    });
    // The script that makes them work does not run.
    page.querySelectorAll("form, button").forEach(function (form) {
      if (isSeen(form) !== asked.runsScripts && !form.closest("[hidden]")) say("is dead, or missing", form);
    });
    page.querySelectorAll("ul, ol").forEach(function (list) {
      if (Array.from(list.children).some(function (child) { return child.tagName !== "LI"; })) {
        say("a list has more than entries", list);
      }
    });

    const words = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const element = words.currentNode.parentElement;
      if (!words.currentNode.data.trim() || !isSeen(element) || element.closest("script, noscript, .unseen, .skip, option")) {
        continue;
      }
      texts += 1;
      const range = page.createRange();
      range.selectNodeContents(words.currentNode);
      const box = range.getBoundingClientRect();
      // A wide table is scrolled, and a name of a card ends in dots.
      if (!element.closest(".wide") && (box.right > width + 0.5 || box.left < -0.5)) say("a text is cut", element);
      const shape = style(element);
      const size = parseFloat(shape.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(shape.fontWeight) >= 700);
      const light = [luminance(channels(shape.color).light), luminance(ground(element, style))];
      const contrast = (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
      if (contrast < (isLarge ? 3 : 4.5)) say("a contrast of " + contrast.toFixed(1), element);
    }
  }

  for (const name of asked.pages) {
    const frame = document.createElement("iframe");
    frame.width = asked.width;
    frame.height = 800;
    frame.style.border = 0;
    frame.sandbox = asked.runsScripts ? "allow-same-origin allow-scripts" : "allow-same-origin";
    frame.src = name;
    document.body.append(frame);
    await new Promise(function (done) { frame.onload = done; });
    if (asked.runsScripts && name.includes("?")) {
      for (let turn = 0; turn < 100 && !frame.contentDocument.querySelector("#found li"); turn++) {
        await new Promise(function (done) { setTimeout(done, 100); });
      }
      if (!frame.contentDocument.querySelector("#found li")) problems.push(name + ": finds nothing");
    }
    // A photo below the window's edge would wait until somebody comes there.
    await Promise.all(Array.from(frame.contentDocument.images, function (photo) {
      photo.loading = "eager";
      return photo.decode().catch(function () {});
    }));
    try { look(name, frame); } catch (error) { problems.push(name + ": " + error); }
    frame.remove();
  }
  const report = { texts: texts, problems: problems.slice(0, 20) };
  new Image().src = asked.answer + encodeURIComponent(JSON.stringify(report));
})();
