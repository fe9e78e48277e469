"use strict";

// --- the page of a run that goes on. Follows report.js, whose words it uses.

const live = {
  main: document.getElementById("live"),
  report: document.getElementById("report"),
  pieces: [],
  status: null,
  traffic: null,
  told: null,
  over: false,
};

/** Makes the page's frame once; later only its content changes, so that the reader's scroll position stays. */
function frame() {
  live.title = el("h1", {}, "The run");
  live.about = el("p", {class: "faint"});
  live.state = el("p", {role: "status"});
  live.advised = el("ul", {class: "first held", "aria-label": "What would make the run end sooner"});
  live.bar = el("progress", {"aria-label": "Progress", max: "1"});
  live.tiles = el("ul", {class: "tiles", "aria-label": "Figures"});
  live.line = timeLine(() => live.pieces, () => live.status === null ? [] : marks().map((mark) => ({at: mark.at + live.status.elapsed - live.status.seconds})),
    () => live.over);
  live.sums = el("div");
  live.details = folded("Sums as a table", live.sums);
  live.waits = el("ul", {class: "waits"});
  live.engines = el("div");
  live.changes = el("div");
  live.notes = el("ul");
  const went = el("div", {},
    section("Time line", legend(PARTS), live.line.tools, el("figure", {}, live.line.canvas,
      el("figcaption", {}, "Each column is a moment: which part of it a thread spent on what. Lines are changes, with the numbers of the list below."
        + " Zoom with the wheel, drag to move.")),
      live.details),
    section("Changes, losses and epochs", live.changes));
  live.now = el("div", {}, live.bar, live.advised, live.tiles);
  live.map = trafficMap();
  live.loans = el("div");
  live.objects = el("div");
  live.workers = el("div");
  live.moves = el("div");
  live.sections = {
    traffic: section("Who sends what to whom", live.map.element),
    loans: section("Loans of tasks", live.loans),
    objects: section("Data objects", live.objects),
    workers: section("Workers", live.workers, live.moves),
  };
  for (const part of Object.values(live.sections)) part.hidden = true;
  live.rest = el("div", {}, el("div", {class: "columns"}, section("Engines", live.engines), section("Who waits", live.waits)),
    live.sections.workers, el("div", {class: "columns"}, live.sections.loans, live.sections.objects, live.sections.traffic),
    section("Notes", live.notes));
  live.main.replaceChildren(live.title, live.about, live.state, live.now, went, live.rest);
}

function into(place, ...content) {
  place.replaceChildren(...content.filter((one) => one !== null));
}

function marks() {
  const epochs = live.status.epochs.map((epoch) => ({at: epoch.atSeconds, took: "", kind: "epoch " + epoch.number,
    what: epoch.engines + " engines", why: epoch.why}));
  const known = live.status.reconfigurations;
  const changes = [...known, ...losses(live.status.notes, known)].map((change) => ({at: change.atSeconds, took: Number.isFinite(change.tookSeconds) ? seconds(change.tookSeconds) : "",
    kind: change.kind, what: change.what, why: change.why}));
  return [...epochs, ...changes].sort((a, b) => a.at - b.at);
}

/** Describes a task that has been running for long. */
function longTask(longest) {
  return (longest.task === "" ? "without a name" : longest.task) + ", " + seconds(longest.seconds);
}

/** Returns the run's progress as told; if none was told, or the total is unknown, the sum over engines. */
function progressOf(status) {
  const told = status.progress;
  if (told.unit !== "" && !status.growing) return told;
  const done = status.engines.reduce((sum, engine) => sum + engine.tasks, 0);
  const unit = told.unit === "" && done > 0 ? "tasks" : told.unit;
  return {done: Math.max(done, told.done), known: 0, unit, perSecond: told.perSecond};
}

function rate(each) {
  return (each >= 100 ? count(each) : each.toPrecision(3)) + " /s";
}

function left(status) {
  const progress = progressOf(status);
  if (progress.soonestSeconds === undefined) return "-";
  const [soonest, latest] = [seconds(progress.soonestSeconds), seconds(progress.latestSeconds)];
  return soonest === latest ? soonest : soonest + " to " + latest;
}

function isHere(engine) {
  return !["finished", "lost"].includes(engine.state);
}

/** Replaces the content of an element, and keeps which parts are open and how they are scrolled. */
function keepOpen(place, ...content) {
  const open = [...place.querySelectorAll("details")].map((part) => part.open);
  const scrolled = [...place.querySelectorAll(".scroll")].map((part) => part.scrollLeft);
  const focused = [...place.querySelectorAll("summary, .scroll")].indexOf(document.activeElement);
  into(place, ...content);
  place.querySelectorAll("details").forEach((part, i) => { part.open = open[i] === true; });
  place.querySelectorAll(".scroll").forEach((part, i) => { part.scrollLeft = scrolled[i] || 0; });
  if (focused >= 0) {
    const again = place.querySelectorAll("summary, .scroll")[focused];
    if (again) again.focus({preventScroll: true});
  }
}

/** Shows the sections about messages, loans, data objects and workers; empty sections are left out. */
function showRest() {
  const status = live.status;
  const told = live.told;
  if (status === null || told === null) return;
  const here = new Set(status.engines.filter(isHere).map((engine) => engine.id));
  live.sections.loans.hidden = !status.bag;
  if (status.bag) into(live.loans, loanTree(loansOf(told.loans.filter(([borrower]) => here.has(borrower))), status.waiting));
  live.sections.objects.hidden = told.objects === 0;
  if (told.objects > 0) keepOpen(live.objects, dataNow(told));
  const working = status.engines.filter((engine) => engine.workers);
  live.sections.workers.hidden = working.length === 0;
  if (working.length > 0) {
    keepOpen(live.workers, workersNow(working, told));
    keepOpen(live.moves, movesNow(told));
  }
}

function showTraffic() {
  const squares = [];
  for (let i = 0; i + 4 < live.traffic.squares.length; i += 5) {
    const [from, to, messages, size, millis] = live.traffic.squares.slice(i, i + 5);
    squares.push({from, to, messages, bytes: size, waited: millis / 1000});
  }
  const nothing = live.traffic.labels.length < 2 || squares.length === 0;
  live.sections.traffic.hidden = nothing;
  if (!nothing) live.map.show(live.traffic.labels, squares);
}

function showStatus() {
  const status = live.status;
  const progress = progressOf(status);
  document.title = status.application + " \u2013 MOIDE";
  live.title.textContent = status.application;
  live.about.textContent = "run " + status.run;
  if (live.state.textContent !== status.state && !live.over) live.state.textContent = status.state;
  if (progress.known > 0) live.bar.value = Math.min(1, progress.done / progress.known);
  live.bar.hidden = progress.known <= 0;
  const active = status.engines.filter(isHere);
  live.advised.hidden = status.advised.length === 0;
  into(live.advised, ...status.advised.map((line) => el("li", {}, line)));
  into(live.tiles,
    tile("elapsed", seconds(status.seconds), "since engines began to compute"),
    tile("progress", progress.known > 0 ? Math.floor(100 * Math.min(1, progress.done / progress.known)) + "%" : "-",
      progress.unit === "" ? "nothing was said yet" : count(progress.done) + (progress.known > 0 ? " of " + count(progress.known) : "") + " " + progress.unit
        + (status.growing ? ", which put others: nobody knows how many" : "")),
    tile("rate", progress.perSecond > 0 ? rate(progress.perSecond) : "-", progress.unit),
    tile("left", left(status), "if it goes on like this"),
    tile("engines", count(active.length), active.reduce((sum, engine) => sum + engine.threads, 0) + " threads, power "
      + active.reduce((sum, engine) => sum + engine.power, 0).toFixed(2)));
  keepOpen(live.engines, usedColumns("Engines and hosts", [["engine", false], ["host", false], ["state", false], ["threads", true],
    ["power", true], ["tasks", true], ["queued", true], ["long task", false]],
  status.engines.map((engine) => [engine.id + " ", engine.host, engine.state, engine.threads, engine.power.toFixed(2),
    count(engine.tasks), count(engine.queued), engine.longestTask ? longTask(engine.longestTask) : ""])),
  status.engineCount > status.engines.length ? el("p", {class: "faint"}, status.engineCount + " in all.") : null);
  into(live.waits, ...(status.waits.length === 0 ? [el("li", {class: "faint"}, "Nobody has waited in the same for a moment.")]
    : status.waits.map((line) => el("li", {}, line))));
  const found = marks();
  into(live.changes, found.length === 0 ? el("p", {class: "faint"}, "None so far.")
    : usedColumns("With reasons", [["mark", true], ["what", false], ["at", true], ["took", true], ["of whom", false], ["why", false]],
      found.map((mark, i) => [i + 1, mark.kind, seconds(mark.at), mark.took, mark.what, mark.why])));
  into(live.notes, ...(status.notes.length === 0 ? [el("li", {class: "faint"}, "None so far.")]
    : status.notes.slice().reverse().map((note) => el("li", {}, seconds(note.at) + ": " + note.line))));
}

function sumUp() {
  if (!live.details.open) return;
  into(live.sums, table("Seconds of each thread so far", [["engine", true], ["thread", true], ...PARTS.map((part) => [part.name, true])],
    live.line.rows().map((row) => {
      const sums = PARTS.map(() => 0);
      for (const piece of live.pieces) {
        const threads = piece.rows[row.engine];
        if (threads && threads[row.thread]) threads[row.thread].forEach((part, i) => { sums[i] += part / 1000; });
      }
      return [row.engine, row.alone ? "all" : row.thread, ...sums.map((sum) => sum.toFixed(1))];
    })));
}

function showPieces() {
  live.line.paint();
  sumUp();
}

/** Shows the end of the run: the report comes above, and the live figures stay below. */
function ended(how) {
  live.over = true;
  live.state.textContent = how;
  live.now.hidden = true;
  live.rest.hidden = true;
  live.line.paint();
}

function watch() {
  const place = document.querySelector("main").dataset.place;
  history.replaceState(null, "", place); // the token is used; this lets the same browser load the page again
  const source = new EventSource(place + "events");
  source.addEventListener("pieces", (event) => {
    live.pieces = JSON.parse(event.data).pieces;
    showPieces();
  });
  source.addEventListener("piece", (event) => {
    const known = live.pieces.length === 0 ? -1 : live.pieces[live.pieces.length - 1].to;
    live.pieces.push(...JSON.parse(event.data).pieces.filter((piece) => piece.to > known));
    showPieces();
  });
  source.addEventListener("status", (event) => {
    live.status = JSON.parse(event.data);
    showStatus();
    showRest();
    live.line.paint();
  });
  source.addEventListener("rest", (event) => {
    live.told = JSON.parse(event.data);
    showRest();
  });
  source.addEventListener("traffic", (event) => {
    live.traffic = JSON.parse(event.data);
    showTraffic();
  });
  source.addEventListener("report", (event) => {
    source.close();
    ended("done");
    showReport(JSON.parse(event.data), live.report);
    live.title.hidden = true;
    live.about.hidden = true;
    live.state.hidden = true;
  });
  source.addEventListener("ended", (event) => {
    source.close();
    ended(JSON.parse(event.data).how);
    live.rest.hidden = false;
  });
  source.addEventListener("error", () => {
    source.close(); // if the run has died, another process may listen there next
    if (!live.over) live.state.textContent = "the run's process does not answer any more; load the page again to ask it";
  });
}

frame();
watch();
live.details.addEventListener("toggle", sumUp);
