"use strict";

// --- elements. All text goes in as text, never as markup.

const PARTS = [
  {key: "computeSeconds", name: "compute", color: "#0072b2", about: "the application's own code"},
  {key: "communicateSeconds", name: "communicate", color: "#e69f00", about: "moving data in primitives"},
  {key: "waitSeconds", name: "wait", color: "#d55e00", about: "in primitives, for others, and at the ends of the run"},
  {key: "fetchSeconds", name: "fetch", color: "#cc79a7", about: "for a task, where there was none"},
  {key: "checkpointSeconds", name: "checkpoint", color: "#009e73", about: "keeping states"},
  {key: "migrateSeconds", name: "migrate", color: "#56b4e9", about: "states for another number of threads"},
];
const GOOD = 0.8;
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  for (const child of (children || []).flat()) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function draw(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function picture(width, height, label, ...children) {
  const kind = width < 600 ? "small" : null;
  return draw("svg", {class: kind, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": label}, ...children);
}

// --- figures, as the terminal has them

function count(value) {
  return Math.round(value).toLocaleString("en-US");
}

function percent(part) {
  return Number.isFinite(part) ? (100 * part).toFixed(1) + "%" : "-";
}

function seconds(value) {
  if (!Number.isFinite(value)) return "-";
  if (value === 0) return "0 s";
  if (value < 0.1) return (1000 * value).toFixed(1) + " ms";
  if (value < 100) return value.toFixed(2) + " s";
  const whole = Math.round(value);
  const two = (number) => String(number).padStart(2, "0");
  return whole < 3600
    ? Math.floor(whole / 60) + ":" + two(whole % 60) + " min"
    : Math.floor(whole / 3600) + ":" + two(Math.floor(whole / 60) % 60) + ":" + two(whole % 60) + " h";
}

function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return value.toFixed(unit === 0 ? 0 : 1) + " " + units[unit];
}

function ratio(value) {
  return Number.isFinite(value) ? value.toFixed(2) : "-";
}

// --- tables

/** Makes a table. heads: [text, isNumber] for each column; rows: arrays of texts or elements. */
function table(caption, heads, rows) {
  const cell = (kind, value, number) => el(kind, {class: number ? "number" : null}, value);
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
    el("table", {},
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, heads.map(([text, number]) => fill(cell("th", text, number), {scope: "col"})))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((value, i) => cell("td", String(value), heads[i][1])))))));
}

function folded(words, ...content) {
  return el("details", {}, el("summary", {}, words), ...content);
}

function section(title, ...content) {
  const id = "part-" + title.toLowerCase().replace(/[^a-z]+/g, "-");
  return el("section", {"aria-labelledby": id}, el("h2", {id}, title), ...content);
}

function legend(parts) {
  return el("ul", {class: "legend"}, parts.map((part) => el("li", {},
    draw("svg", {viewBox: "0 0 10 10", "aria-hidden": "true"}, draw("rect", {width: 10, height: 10, fill: part.color})),
    part.name, el("span", {class: "faint"}, " " + part.about))));
}

function total(thread) {
  return PARTS.reduce((sum, part) => sum + thread[part.key], 0);
}

/** Returns the ticks of an axis from from (default 0) to to; their distance is 1, 2 or 5 times a power of ten. */
function ticks(to, from) {
  const start = from || 0;
  const most = to - start;
  if (!(most > 0)) return [start];
  const power = Math.pow(10, Math.floor(Math.log10(most / 5)));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => most / each <= 6);
  const found = [];
  for (let tick = Math.ceil(start / step - 1e-6); tick * step <= to + most * 1e-4; tick++) found.push(tick * step);
  return found;
}

// --- the report

function first(data) {
  const found = data.limits;
  const held = found[0].kind !== "COMPUTING";
  const more = [...found.slice(1).map((each) => each.sentence + " " + each.advice), ...data.advised];
  return el("div", {class: held ? "first held" : "first", role: "note", "aria-label": "What limited the run"},
    el("strong", {}, found[0].sentence), el("span", {}, found[0].advice),
    more.length > 0 ? el("ul", {class: "more"}, more.map((line) => el("li", {}, line))) : null);
}

/** Makes a figure with a verdict. mark: the value to judge; mayBeFine: whether no measurement contradicts "fine". */
function tile(name, value, about, mark, mayBeFine) {
  const judged = mark === undefined || !Number.isFinite(mark) || (mark >= GOOD && !mayBeFine) ? null
    : el("span", {class: mark >= GOOD ? "mark fine" : "mark low"}, mark >= GOOD ? "\u2713 fine" : "\u25bc below 0.8");
  return el("li", {class: "tile"}, el("span", {}, name), el("b", {}, value), judged, el("span", {}, about));
}

function tiles(data) {
  const run = data.run;
  const pop = data.efficiency;
  const broken = data.broken;
  const mayBeFine = data.mayBeFine;
  return el("ul", {class: "tiles", "aria-label": "Figures of the run"},
    tile("time", seconds(run.wallSeconds), data.threads + (data.threads === 1 ? " thread on " : " threads on ")
      + data.engines + (data.engines === 1 ? " engine" : " engines")),
    tile("parallel efficiency", ratio(pop.parallel), "part of all threads' time that was computing", pop.parallel, mayBeFine),
    tile("load balance", ratio(pop.loadBalance), "mean computing over that of the busiest thread", pop.loadBalance,
      mayBeFine),
    tile("communication efficiency", ratio(pop.communication), "computing of the busiest thread over its time",
      pop.communication, mayBeFine),
    tile("on a processor", ratio(pop.processor), Number.isFinite(pop.processor) ? "part of all threads' time"
      : "not known", pop.processor, mayBeFine),
    broken.length === 0 ? null : el("li", {class: "tile"}, el("span", {}, "power kept"), el("b", {}, String(broken.length)),
      el("span", {class: "mark low"}, "\u25bc below 0.67"), el("span", {}, broken[0])),
    tile("speed-up by power", ratio(pop.weightedSpeedUp), "of " + ratio(pop.bestWeightedSpeedUp)
      + " that the engines' power allows; in threads of the strongest"));
}

function times(data) {
  const rows = [];
  data.run.engines.forEach((engine, i) => engine.threads.forEach((thread, j) => rows.push({
    engine: j === 0 ? "engine " + data.rows[i].label : "",
    host: engine.host,
    name: data.threadRows ? "ID " + thread.id : "mean of " + data.rows[i].threads,
    thread,
  })));
  if (rows.length === 0) return section("Threads", el("p", {}, "No engine has told what its threads did."));
  const shown = PARTS.filter((part) => rows.some((row) => row.thread[part.key] > 0));
  const most = Math.max(...rows.map((row) => total(row.thread)), 1e-9);
  const high = rows.length > 80 ? 9 : rows.length > 40 ? 13 : 19;
  const left = 190;
  const wide = 700;
  const bottom = rows.length * high;
  const bars = rows.map((row, i) => {
    let at = left;
    const said = (row.engine || "engine") + ", " + row.name + " on " + row.host;
    const parts = shown.map((part) => {
      const width = wide * row.thread[part.key] / most;
      const bar = draw("rect", {class: "part", x: at, y: i * high + 1, width, height: high - 2, fill: part.color},
        draw("title", {}, said + ": " + part.name + " " + seconds(row.thread[part.key]) + ", "
          + percent(row.thread[part.key] / total(row.thread))));
      at += width;
      return width > 0 ? bar : null;
    });
    const words = high >= 13 ? [
      draw("text", {x: 0, y: i * high + high / 2 + 4}, row.engine),
      draw("text", {x: left - 8, y: i * high + high / 2 + 4, "text-anchor": "end", class: "faint"}, row.name),
      draw("text", {x: left + wide + 8, y: i * high + high / 2 + 4, class: "faint"},
        percent(row.thread.computeSeconds / total(row.thread))),
    ] : row.engine && (i === 0 || i % 2 === 0) ? [
      draw("text", {x: 0, y: i * high + 8, class: "faint"}, row.engine)] : [];
    return [parts, words];
  });
  const axis = ticks(most).map((at) => [
    draw("line", {class: "grid", x1: left + wide * at / most, x2: left + wide * at / most, y1: 0, y2: bottom + 4}),
    draw("text", {x: left + wide * at / most, y: bottom + 18, "text-anchor": "middle", class: "faint"}, seconds(at)),
  ]);
  return section("Threads",
    data.threadRows ? null : el("p", {class: "faint"}, data.threads
      + " threads are too many for a page: each bar is the mean of an engine's, or of several engines'."),
    legend(shown),
    el("figure", {},
      picture(960, bottom + 26, "How each thread spent its time; the table below has the figures", axis.flat(), bars.flat(2)),
      el("figcaption", {}, "The number at the right is the part that was computing.")),
    folded("The same as a table", table("Seconds of each thread", [["engine", false], ["host", false], ["thread", false],
      ...shown.map((part) => [part.name, true]), ["tasks", true]], rows.map((row) => [row.engine, row.host, row.name,
      ...shown.map((part) => row.thread[part.key].toFixed(3)), count(row.thread.tasks)]))));
}

function waits(data) {
  const sums = new Map();
  let all = 0;
  data.run.engines.forEach((engine, i) => engine.threads.forEach((thread) => {
    const times = data.threadRows ? 1 : data.rows[i].threads;
    all += times * total(thread);
    for (const [name, value] of Object.entries(thread.waits)) sums.set(name, (sums.get(name) || 0) + times * value);
  }));
  const sorted = [...sums].filter(([, value]) => value > 0).sort((a, b) => b[1] - a[1]);
  if (sorted.length === 0) return null;
  const name = (key) => key === "beginAndEnd" ? "begin and end" : key;
  const most = sorted[0][1];
  const high = 20;
  const bars = sorted.slice(0, 12).map(([key, value], i) => [
    draw("text", {x: 140, y: i * high + 14, "text-anchor": "end"}, name(key)),
    draw("rect", {x: 148, y: i * high + 3, width: Math.max(1, 200 * value / most), height: high - 6, fill: "#d55e00"},
      draw("title", {}, name(key) + ": " + seconds(value))),
    draw("text", {x: 156 + 200 * value / most, y: i * high + 14, class: "faint"}, seconds(value)),
  ]);
  return section("Waits by primitive",
    el("figure", {}, picture(440, Math.min(12, sorted.length) * high + 4,
      "Waiting of all threads, by primitive; the table below has the figures", bars.flat())),
    folded("The same as a table", table("Waiting of all threads", [["primitive", false], ["time", true], ["of all time", true]],
      sorted.map(([key, value]) => [name(key), seconds(value), percent(value / all)]))));
}

/**
 * Makes a map of the messages between engines, with a square for each pair. The pointer or the arrow keys show a square's
 * figures. show(labels, squares) draws the map; a square is {from, to, messages, bytes, waited}.
 */
function trafficMap() {
  const hint = "Point at a square, or choose one with the arrow keys.";
  const drawing = draw("svg", {class: "map", role: "img", tabindex: "0"});
  const said = el("p", {class: "said", "aria-live": "polite"}, hint);
  const caption = el("figcaption");
  const rows = el("div");
  const details = folded("The same as a table", rows);
  const left = 70;
  const top = 34;
  let labels = [];
  let squares = [];
  let side = 1;
  let chosen = null; // {from, to}; kept when the figures change
  let cursor = null;

  function tell() {
    if (chosen === null || chosen.from >= labels.length || chosen.to >= labels.length) return;
    const found = squares.find((each) => each.from === chosen.from && each.to === chosen.to);
    const names = "Engine " + labels[chosen.from] + " to " + (chosen.from === chosen.to ? "itself" : labels[chosen.to]) + ": ";
    const words = names + (found ? count(found.messages) + (found.messages === 1 ? " message, " : " messages, ") + bytes(found.bytes) + "; waited "
      + seconds(found.waited) + " for it" : "nothing");
    if (said.textContent !== words) said.textContent = words;
    fill(cursor, {x: left + chosen.to * side - 1, y: top + chosen.from * side - 1, width: side + 1, height: side + 1, visibility: "visible"});
  }

  function choose(from, to) {
    const last = labels.length - 1;
    chosen = {from: Math.max(0, Math.min(last, from)), to: Math.max(0, Math.min(last, to))};
    tell();
  }

  drawing.addEventListener("keydown", (event) => {
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (chosen === null) choose(0, 0);
    else choose(chosen.from + step[0], chosen.to + step[1]);
  });
  drawing.addEventListener("focus", () => { if (chosen === null) choose(0, 0); });
  const point = (event) => {
    const box = drawing.getBoundingClientRect();
    const scale = drawing.viewBox.baseVal.width / box.width;
    const to = Math.floor(((event.clientX - box.left) * scale - left) / side);
    const from = Math.floor(((event.clientY - box.top) * scale - top) / side);
    if (from >= 0 && to >= 0 && from < labels.length && to < labels.length) choose(from, to);
  };
  drawing.addEventListener("pointermove", point);
  drawing.addEventListener("pointerdown", point);

  function list() {
    if (!details.open) return;
    const most = squares.slice().sort((a, b) => b.bytes - a.bytes || b.messages - a.messages).slice(0, 200);
    rows.replaceChildren(table("Messages between engines" + (most.length < squares.length ? ", the 200 with most bytes" : ""),
      [["from", true], ["to", true], ["messages", true], ["bytes", true], ["waited for it", true]],
      most.map((each) => [labels[each.from], labels[each.to], count(each.messages), bytes(each.bytes), seconds(each.waited)])));
  }
  details.addEventListener("toggle", list);

  function show(newLabels, newSquares) {
    labels = newLabels;
    squares = newSquares;
    const engines = labels.length;
    const most = squares.reduce((sum, each) => Math.max(sum, each.bytes), 0);
    side = Math.max(6, Math.min(34, Math.floor(360 / engines)));
    const width = left + Math.max(70, engines * side) + 2;
    const height = top + engines * side + 6;
    const name = (i, x, y, anchor) => draw("text", {x, y, "text-anchor": anchor, class: "faint"}, labels[i]);
    const apart = (pixels) => (each, i) => i % Math.ceil(pixels / side) === 0;
    const numbers = labels.map((each, i) => i);
    const longest = labels.reduce((most, each) => Math.max(most, each.length), 0);
    const words = [
      ...numbers.filter(apart(16)).map((i) => name(i, left - 6, top + i * side + side / 2 + 4, "end")),
      ...numbers.filter(apart(8 * longest + 6)).map((i) => name(i, left + i * side + side / 2, top - 6, "middle")),
    ];
    cursor = draw("rect", {class: "cursor", visibility: "hidden"});
    drawing.style.width = width + "px";
    fill(drawing, {viewBox: "0 0 " + width + " " + height,
      "aria-label": "Bytes between " + engines + " engines as a map of squares; arrow keys choose one, the table below has the figures"});
    drawing.replaceChildren(
      draw("text", {x: left, y: 12, class: "faint"}, "to engine"), draw("text", {x: 0, y: top + 12, class: "faint"}, "from"),
      draw("rect", {x: left - 1, y: top - 1, width: engines * side + 1, height: engines * side + 1, fill: "none", class: "grid"}),
      ...squares.map((each) => {
        const square = draw("rect", {x: left + each.to * side, y: top + each.from * side, width: side - 1, height: side - 1});
        square.style.fill = "rgba(var(--heat), " + (0.14 + 0.86 * (most === 0 ? 0 : Math.sqrt(each.bytes / most))).toFixed(3) + ")";
        return square;
      }), ...words, cursor);
    caption.textContent = "The stronger the colour, the more; the strongest is " + bytes(most) + ".";
    tell();
    list();
  }

  return {element: el("div", {}, el("figure", {}, drawing, said, caption), details), show};
}

function traffic(data) {
  const matrix = data.run.messages.matrix;
  const engines = matrix.bytes.length;
  const squares = [];
  for (let from = 0; from < engines; from++) {
    for (let to = 0; to < engines; to++) {
      const square = {from, to, messages: matrix.messages[from][to], bytes: matrix.bytes[from][to], waited: matrix.waitSeconds[from][to]};
      if (square.messages > 0 || square.waited > 0) squares.push(square);
    }
  }
  if (engines < 2 || squares.length === 0) return null;
  const map = trafficMap();
  map.show(data.rows.map((row) => row.label), squares);
  return section("Who sent what to whom", map.element);
}

/** Makes a table without its empty columns. */
function usedColumns(caption, heads, rows) {
  const used = heads.map((head, i) => rows.some((row) => row[i] !== "" && row[i] !== "0"));
  return table(caption, heads.filter((head, i) => used[i]), rows.map((row) => row.filter((value, i) => used[i])));
}

function engines(data) {
  return section("Engines", usedColumns("Engines and hosts",
    [["engine", false], ["host", false], ["threads", true], ["power", true], ["computing", true], ["tasks", true],
      ["came at", true], ["assistant of", false]],
    data.run.engines.map((engine, i) => {
      const all = engine.threads.reduce((sum, thread) => sum + total(thread), 0);
      const compute = engine.threads.reduce((sum, thread) => sum + thread.computeSeconds, 0);
      return [data.rows[i].label + " ", engine.host, data.rows[i].threads || "lost",
        typeof engine.power === "number" ? engine.power.toFixed(2) : "-", all > 0 ? percent(compute / all) : "-",
        count(engine.threads.reduce((sum, thread) => sum + thread.tasks, 0)),
        engine.joined ? seconds(engine.joined.readySeconds) : "",
        engine.assistantOf === undefined ? "" : "engine-" + engine.assistantOf];
    })));
}

function unit(name) {
  if (/seconds$/i.test(name)) return " s";
  if (/millis$/i.test(name)) return " ms";
  if (/bytes$/i.test(name)) return " B";
  if (/mops$/i.test(name)) return " Mop/s";
  if (/percent$/i.test(name)) return " %";
  return "";
}

function results(data) {
  const entries = Object.entries(data.run.result);
  if (entries.length === 0) return null;
  const one = (value) => typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(10)))
    : typeof value === "number" && Math.abs(value) >= 1e5 && Math.abs(value) < 1e15 ? count(value) : String(value);
  const text = (value) => Array.isArray(value) ? value.map(one).join("  ") : one(value);
  return section("Results", table("What the application reported", [["name", false], ["value", false]],
    entries.map(([name, value]) => [name, text(value) + (typeof value === "number" ? unit(name) : "")])),
    data.shortened ? el("p", {class: "faint"}, "Long values are shortened here; --report keeps all.") : null);
}

/** Returns the losses that only the run's notes mention: a bag continues after a loss without reconfiguration. */
function losses(notes, known) {
  return known.some((change) => change.kind === "loss") ? [] : notes
    .filter((note) => /^engine-[0-9]+ on .* was lost/.test(note.line))
    .map((note) => ({kind: "loss", atSeconds: note.at, tookSeconds: NaN, what: note.line.split(" ", 1)[0], why: note.line}));
}

function notes(list) {
  return list.length === 0 ? null : section("What the run said of itself",
    table("Notes", [["at", true], ["line", false]], list.map((note) => [seconds(note.at), note.line])));
}

function changes(data) {
  const list = [...data.run.reconfigurations, ...losses(data.notes, data.run.reconfigurations)]
    .sort((a, b) => a.atSeconds - b.atSeconds);
  if (list.length === 0) return null;
  const end = Math.max(data.run.wallSeconds, 1e-9);
  const x = (at) => 20 + 900 * Math.min(1, at / end);
  const marks = list.map((change, i) => [
    draw("line", {class: "mark", x1: x(change.atSeconds), x2: x(change.atSeconds), y1: 18, y2: 40,
      stroke: change.kind === "loss" ? "#d55e00" : "#0072b2"}),
    draw("text", {x: x(change.atSeconds), y: 13, "text-anchor": "middle"}, String(i + 1),
      draw("title", {}, change.kind + " at " + seconds(change.atSeconds) + ": " + change.why)),
  ]);
  return section("Changes and losses",
    el("figure", {}, picture(940, 64, "When engines changed; the table below has the reasons",
      draw("line", {class: "grid", x1: 20, x2: 920, y1: 40, y2: 40}), marks.flat(),
      ticks(end).map((at) => draw("text", {x: x(at), y: 58, "text-anchor": "middle", class: "faint"}, seconds(at))))),
    table("Each with its reason", [["mark", true], ["what", false], ["at", true], ["took", true], ["why", false]],
      list.map((change, i) => [i + 1, change.kind, seconds(change.atSeconds), seconds(change.tookSeconds), change.why])));
}

function loans(data) {
  const tasks = data.run.tasks;
  const made = data.run.loans;
  if (tasks.put === 0) return null;
  return section("Tasks and loans",
    table("The books of the task pool", [["what", false], ["count", true]], [
      ["tasks put", count(tasks.put)], ["created by tasks", count(tasks.created)], ["counted, each once", count(tasks.counted)],
      ["run again after a loss", count(tasks.runAgain)], ["failed and left out", count(tasks.failed)],
      ["loans made", count(made.made)], ["of these from engine to engine", count(made.betweenEngines)],
      ["returned", count(made.returned)], ["retaken", count(made.retaken)],
    ].filter(([, value]) => value !== "0")),
    tasks.failures.length === 0 ? null : table("Tasks that failed", [["task", false], ["error", false], ["tried on", false]],
      tasks.failures.map((each) => [each.task, each.error, each.tries.join(", ")])));
}

/** Makes the table of data objects. rows: {label, told} for each engine. */
function stores(rows) {
  return usedColumns("What each engine did with data objects",
    [["engine", false], ["holds", true], ["fetched", true], ["from the root", true], ["given", true], ["found in place", true],
      ["dropped", true], ["made again", true], ["most held", true]],
    rows.map(({label, told}) => [label + " ", told.held === undefined ? "" : count(told.held),
      count(told.fetched) + " (" + bytes(told.fetchedBytes) + ")",
      count(told.fromRoot) + " (" + bytes(told.fromRootBytes) + ")", count(told.given) + " (" + bytes(told.givenBytes) + ")",
      count(told.hits), count(told.dropped), count(told.recomputed), bytes(told.mostBytes)]));
}

function dataObjects(data) {
  const rows = data.run.engines.map((engine, i) => ({label: data.rows[i].label, told: engine.data})).filter((row) => row.told);
  return rows.length === 0 ? null : section("Data objects", stores(rows));
}

const LINES = ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#7f7f7f"];

/** Draws the activity of each engine's workers, at most seven lines, since more cannot be told apart. */
function activity(told, end) {
  const engines = told.activity.slice(0, LINES.length).filter((engine) => engine.atSeconds.length > 1);
  if (engines.length === 0) return null;
  const most = Math.max(...engines.flatMap((engine) => engine.share), 1);
  const x = (at) => 40 + 880 * Math.min(1, at / end);
  const y = (share) => 130 - 120 * share / most;
  const lines = engines.map((engine, i) => draw("polyline", {fill: "none", stroke: LINES[i], "stroke-width": 1.8,
    points: engine.atSeconds.map((at, j) => x(at).toFixed(1) + "," + y(engine.share[j]).toFixed(1)).join(" ")},
    draw("title", {}, "engine " + engine.id)));
  return el("figure", {},
    legend(engines.map((engine, i) => ({name: "engine " + engine.id, color: LINES[i], about: ""}))),
    picture(940, 160, "Active workers for each thread over time, by engine",
      draw("line", {class: "grid", x1: 40, x2: 920, y1: 130, y2: 130}),
      draw("text", {x: 34, y: 134, "text-anchor": "end", class: "faint"}, "0"),
      draw("text", {x: 34, y: 16, "text-anchor": "end", class: "faint"}, ratio(most)), lines,
      ticks(end).map((at) => draw("text", {x: x(at), y: 150, "text-anchor": "middle", class: "faint"}, seconds(at)))),
    el("figcaption", {}, "Active workers for each thread."));
}

function workers(data) {
  const told = data.run.workers;
  if (!told) return null;
  return section("Workers",
    activity(told, Math.max(data.run.wallSeconds, 1e-9)),
    table("Workers of each engine", [["engine", true], ["workers", true], ["tasks", true], ["sent away", true],
      ["forwarded", true], ["moved away", true], ["bytes moved", true], ["without handling", true]],
    told.engines.map((each) => [each.id, count(each.workers), count(each.tasks), count(each.sentAway), count(each.forwarded),
      count(each.moves), bytes(each.movedBytes), seconds(each.pauseSeconds)])),
    told.lastMoves.length === 0 ? null : folded("The last " + told.lastMoves.length + " moves", moves(told.lastMoves)));
}

function moves(list) {
  return table("Moves of workers", [["at", true], ["worker", true], ["from", true], ["to", true], ["bytes", true], ["pause", true],
    ["why", false]],
  list.map((move) => [seconds(move.atSeconds), move.worker, move.from, move.to, bytes(move.bytes), seconds(move.pauseSeconds), move.why]));
}

function showReport(data, place) {
  const run = data.run;
  const words = run.application + (run.arguments.length === 0 ? "" : " " + run.arguments.join(" "));
  document.title = words + " \u2013 MOIDE";
  const aside = [waits(data), traffic(data)].filter((part) => part !== null);
  place.replaceChildren(...[
    el("h1", {}, words),
    el("p", {class: "faint"}, data.about),
    first(data),
    tiles(data),
    results(data),
    times(data),
    aside.length === 0 ? null : el("div", {class: "columns"}, aside),
    changes(data),
    engines(data),
    loans(data),
    dataObjects(data),
    workers(data),
    notes(data.notes),
  ].filter((part) => part !== null));
}

const stored = document.getElementById("data");
if (stored) showReport(JSON.parse(stored.textContent), document.getElementById("report"));
