"use strict";
const pages = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const frame = byId("page");
let page = 0, system = "", chosen = -1, hidden = new Set(), pieces = [];

const make = (tag, text = "", className = "") => {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
};
const current = () => pages[page].systems[system];
const ruleKey = (block) => (block.keep ? "+" : "−") + block.rule;
const isShown = (block) => !hidden.has(ruleKey(block));

function showPage(number) {
  page = number;
  chosen = -1;
  byId("pages").querySelector("select").value = number;
  frame.onload = () => {
    const inner = frame.contentDocument;
    pieces = [...inner.querySelectorAll("cw-t")];
    pieces.forEach((piece) => (piece.onclick = () => choose(current().pieces[piece.getAttribute("i")], true)));
    inner.onkeydown = onKey;
    setStyles();
    inner.documentElement.classList.toggle("cw-labels", byId("labels").checked);
    showSystem(system);
  };
  frame.srcdoc = `<!DOCTYPE html><meta charset="utf-8"><style>${byId("pagestyle").textContent}</style>${pages[number].html}`;
}

function showSystem(name) {
  const place = chosen < 0 ? -1 : current().pieces.indexOf(chosen);
  system = name;
  chosen = -1;
  byId("systems").querySelectorAll("input").forEach((radio) => (radio.checked = radio.value === name));
  const blocks = current().blocks;
  const words = blocks.reduce((sum, block) => sum + block.words, 0);
  const kept = blocks.reduce((sum, block) => sum + (block.keep ? block.words : 0), 0);
  const share = words ? Math.round((100 * kept) / words) : 0;
  byId("sums").textContent = `Keeps ${blocks.filter((block) => block.keep).length} of ${blocks.length} blocks, ` +
    `${kept} of ${words} words (${share} %). Encoding: ${pages[page].encoding}.`;
  byId("share").firstElementChild.style.width = `${share}%`;
  showRules(blocks);
  paint();
  list();
  if (place >= 0) choose(current().pieces[place], false);
}

function showRules(blocks) {
  const counts = new Map();
  blocks.forEach((block) => counts.set(ruleKey(block), (counts.get(ruleKey(block)) || 0) + 1));
  const sorted = [...counts].sort((a, b) => (a[0][0] === b[0][0] ? b[1] - a[1] : a[0][0] === "+" ? -1 : 1));
  byId("rules").querySelector("div").replaceChildren(...sorted.map(([key, count]) => {
    const label = make("label"), box = make("input");
    box.type = "checkbox";
    box.checked = !hidden.has(key);
    box.onchange = () => { hidden[box.checked ? "delete" : "add"](key); paint(); list(); };
    label.append(box, make("span", key[0], "sign " + (key[0] === "+" ? "keep" : "drop")), make("span", key.slice(1)),
      make("span", count, "count"));
    return label;
  }));
}

function paint() {
  const { blocks, pieces: blockOf } = current();
  let before = -1;
  pieces.forEach((piece) => {
    const number = blockOf[piece.getAttribute("i")], block = blocks[number];
    piece.classList.toggle("off", !block || !isShown(block));
    piece.classList.toggle("chosen", number === chosen && number >= 0);
    if (block) {
      piece.dataset.k = block.keep ? 1 : 0;
      piece.style.setProperty("--w", block.weight);
      piece.title = `${block.keep ? "kept" : "removed"}: ${block.rule}`;
    } else {
      delete piece.dataset.k;
      piece.removeAttribute("title");
    }
    if (block && number !== before) piece.dataset.l = `${block.keep ? "+" : "−"} ${block.rule}`;
    else delete piece.dataset.l;
    before = number;
  });
}

function list() {
  const onPage = new Set(current().pieces);
  byId("blocks").replaceChildren(...current().blocks.flatMap((block, number) => {
    if (!isShown(block)) return [];
    const item = make("li"), button = make("button", "", block.keep ? "keep" : "drop");
    const what = make("span", "", "what"), more = make("div", "", "more"), numbers = make("dl");
    button.dataset.block = number;
    button.setAttribute("aria-expanded", "false");
    what.append(make("span", block.keep ? "+" : "−", "sign"), make("span", `${block.kind} · ${block.rule}`));
    Object.entries({ score: block.score, ...block.numbers }).forEach(([name, value]) => {
      numbers.append(make("dt", name.replaceAll("_", " ")), make("dd", value));
    });
    more.append(make("div", block.reason), numbers, make("div", block.path));
    if (!onPage.has(number)) more.append(make("div", "This block has no place on the page.", "unseen"));
    button.append(what, make("span", block.text, "text"), more);
    button.onclick = () => choose(number, false);
    item.append(button);
    return [item];
  }));
  byId("listed").textContent = `Blocks (${byId("blocks").childElementCount})`;
}

function choose(number, fromPage) {
  if (number < 0) return;
  chosen = number;
  paint();
  byId("blocks").querySelectorAll("button").forEach((button) => {
    const isChosen = Number(button.dataset.block) === number;
    button.setAttribute("aria-expanded", isChosen);
    if (isChosen) {
      button.scrollIntoView({ block: "nearest" });
      if (!fromPage) button.focus();
    }
  });
  const place = pieces.find((piece) => piece.classList.contains("chosen"));
  if (place && !fromPage) place.scrollIntoView({ block: "center" });
}

function step(by) {
  const numbers = [...byId("blocks").querySelectorAll("button")].map((button) => Number(button.dataset.block));
  if (!numbers.length) return;
  const here = numbers.indexOf(chosen);
  choose(numbers[here < 0 ? (by > 0 ? 0 : numbers.length - 1) : (here + by + numbers.length) % numbers.length], false);
}

function setStyles() {
  const inner = frame.contentDocument, on = byId("styles").checked;
  inner.querySelectorAll("style:not(:first-of-type), cw-html style").forEach((style) => (style.media = on ? "" : "not all"));
  for (const name of ["style", "hidden"]) {
    const [from, to] = on ? [`data-cw-${name}`, name] : [name, `data-cw-${name}`];
    inner.querySelectorAll(`[${from}]:not(cw-t)`).forEach((element) => {
      element.setAttribute(to, element.getAttribute(from));
      element.removeAttribute(from);
    });
  }
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || ["SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
  const names = Object.keys(pages[page].systems);
  const actions = {
    j: () => step(1),
    k: () => step(-1),
    l: () => byId("labels").click(),
    s: () => showSystem(names[(names.indexOf(system) + 1) % names.length]),
    n: () => showPage((page + 1) % pages.length),
    p: () => showPage((page + pages.length - 1) % pages.length),
  };
  if (actions[event.key]) {
    event.preventDefault();
    actions[event.key]();
  }
}

function start() {
  const select = byId("pages").querySelector("select");
  pages.forEach((one, number) => select.append(new Option(one.name, number)));
  select.onchange = () => showPage(Number(select.value));
  byId("pages").hidden = pages.length < 2;
  const names = Object.keys(pages[0].systems);
  names.forEach((name) => {
    const label = make("label"), radio = make("input");
    Object.assign(radio, { type: "radio", name: "system", value: name, onchange: () => showSystem(name) });
    label.append(radio, " " + name);
    byId("systems").append(label);
  });
  byId("labels").onchange = () => frame.contentDocument.documentElement.classList.toggle("cw-labels", byId("labels").checked);
  byId("styles").onchange = setStyles;
  document.onkeydown = onKey;
  system = names[0];
  showPage(0);
}

start();
