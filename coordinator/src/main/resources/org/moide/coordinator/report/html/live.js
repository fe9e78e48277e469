"use strict";

// --- the page of a run that goes on. Follows report.js, whose words it uses.

const live = {
  main: document.getElementById("live"),
  report: document.getElementById("report"),
  pieces: [],
  status: null,
  over: false,
};

/** What is shown, made once; afterwards only what is inside changes, so that nobody loses their place. */
function frame() {
  live.title = el("h1", {}, "The run");
  live.about = el("p", {class: "faint"});
  live.state = el("p", {role: "status"});
  live.bar = el("progress", {"aria-label": "Progress", max: "1"});
  live.tiles = el("ul", {class: "tiles", "aria-label": "Figures"});
  live.canvas = el("canvas", {role: "img", "aria-label": "How threads spend their time, from the start until now; the table below sums it up"});
  live.sums = el("div");
  live.details = folded("Sums as a table", live.sums);
  live.waits = el("ul", {class: "waits"});
  live.engines = el("div");
  live.changes = el("div");
  live.notes = el("ul");
  const went = el("div", {},
    section("Time line", legend(PARTS), el("figure", {}, live.canvas,
      el("figcaption", {}, "Each column is a moment: which part of it a thread spent on what. Lines are changes, with the numbers of the list below.")),
      live.details),
    section("Changes, losses and epochs", live.changes));
  live.now = el("div", {}, live.bar, live.tiles);
  live.rest = el("div", {}, section("Who waits", live.waits), section("Engines", live.engines), section("Notes", live.notes));
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

/** What was told of the progress; before that, or where tasks put others and nobody knows the end, what engines have done. */
function progressOf(status) {
  const told = status.progress;
  if (told.what !== "" && !status.growing) return told;
  const done = status.engines.reduce((sum, engine) => sum + engine.tasks, 0);
  const what = told.what === "" && done > 0 ? "tasks" : told.what;
  return {done: Math.max(done, told.done), total: 0, what, settled: false};
}

function rate(each) {
  return (each >= 100 ? count(each) : each.toPrecision(3)) + " /s";
}

function left(status) {
  const progress = progressOf(status);
  if (!(progress.total > progress.done && progress.done > 0 && progress.settled && status.seconds > 0.5)) return "-";
  return seconds(status.seconds / progress.done * (progress.total - progress.done));
}

function showStatus() {
  const status = live.status;
  const progress = progressOf(status);
  document.title = status.application + " \u2013 MOIDE";
  live.title.textContent = status.application;
  live.about.textContent = "run " + status.run;
  if (live.state.textContent !== status.state && !live.over) live.state.textContent = status.state;
  if (progress.total > 0) live.bar.value = Math.min(1, progress.done / progress.total);
  live.bar.hidden = progress.total <= 0;
  const active = status.engines.filter((engine) => !["finished", "lost"].includes(engine.state));
  into(live.tiles,
    tile("elapsed", seconds(status.seconds), "since engines began to compute"),
    tile("progress", progress.total > 0 ? Math.floor(100 * Math.min(1, progress.done / progress.total)) + "%" : "-",
      progress.what === "" ? "nothing was said yet" : count(progress.done) + (progress.total > 0 ? " of " + count(progress.total) : "") + " " + progress.what
        + (status.growing ? ", which put others: nobody knows how many" : "")),
    tile("rate", progress.done > 0 && status.seconds > 0 ? rate(progress.done / status.seconds) : "-", progress.what),
    tile("left", left(status), "if it goes on like this"),
    tile("engines", count(active.length), active.reduce((sum, engine) => sum + engine.threads, 0) + " threads, power "
      + active.reduce((sum, engine) => sum + engine.power, 0).toFixed(2)));
  into(live.engines, usedColumns("Engines and hosts", [["engine", false], ["host", false], ["state", false], ["threads", true],
    ["power", true], ["tasks", true], ["queued", true], ["workers", true], ["longest handler", false]],
  status.engines.map((engine) => [engine.id + " ", engine.host, engine.state, engine.threads, engine.power.toFixed(2),
    count(engine.tasks), count(engine.queued), engine.workers ? count(engine.workers.workers) : "",
    engine.workers && engine.workers.longestHandler ? "worker " + engine.workers.longestHandler.worker + ": "
      + engine.workers.longestHandler.task + ", " + seconds(engine.workers.longestHandler.seconds)
      + (engine.workers.longestHandler.waitsFor === "" ? "" : ", waits for " + engine.workers.longestHandler.waitsFor) : ""])),
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

/** Rows of the time line: those of each engine's threads, as they are told. */
function rows() {
  const most = new Map();
  for (const piece of live.pieces) {
    for (const [engine, threads] of Object.entries(piece.rows)) {
      most.set(Number(engine), Math.max(most.get(Number(engine)) || 0, threads.length));
    }
  }
  const found = [];
  for (const engine of [...most.keys()].sort((a, b) => a - b)) {
    for (let thread = 0; thread < most.get(engine); thread++) {
      found.push({engine, thread, label: (thread === 0 ? "engine " + engine : "") , alone: most.get(engine) === 1});
    }
  }
  return found;
}

function paint() {
  const found = rows();
  const high = found.length > 40 ? 10 : 18;
  const left = 84;
  const top = 20;
  const width = Math.max(320, live.canvas.parentElement.clientWidth);
  const height = top + Math.max(1, found.length) * high + 26;
  const dense = window.devicePixelRatio || 1;
  live.canvas.width = Math.round(width * dense);
  live.canvas.height = Math.round(height * dense);
  live.canvas.style.width = width + "px";
  live.canvas.style.height = height + "px";
  const pen = live.canvas.getContext("2d");
  pen.scale(dense, dense);
  pen.clearRect(0, 0, width, height);
  const ink = getComputedStyle(document.body).color;
  pen.font = "12px " + getComputedStyle(document.body).fontFamily;
  const end = live.pieces.length === 0 ? 1 : live.pieces[live.pieces.length - 1].to;
  const x = (at) => left + (width - left - 12) * at / Math.max(end, 1);
  for (const piece of live.pieces) {
    const from = x(piece.from);
    const wide = Math.max(1, x(piece.to) - from);
    found.forEach((row, i) => {
      const threads = piece.rows[row.engine];
      const parts = threads && threads[row.thread];
      const sum = parts ? parts.reduce((all, part) => all + part, 0) : 0;
      if (sum === 0) return;
      let at = top + i * high + 1;
      parts.forEach((part, which) => {
        const tall = (high - 2) * part / sum;
        pen.fillStyle = PARTS[which].color;
        pen.fillRect(from, at, wide + 0.4, tall);
        at += tall;
      });
    });
  }
  pen.fillStyle = ink;
  pen.textAlign = "left";
  found.forEach((row, i) => pen.fillText(row.label, 0, top + i * high + high / 2 + 4));
  pen.textAlign = "center";
  const bottom = top + Math.max(1, found.length) * high;
  for (const at of ticks(end)) pen.fillText(seconds(at), x(at), bottom + 18);
  if (live.status !== null) {
    const begin = live.status.elapsed - live.status.seconds;
    pen.strokeStyle = ink;
    marks().forEach((mark, i) => {
      const where = x(mark.at + begin);
      pen.beginPath();
      pen.moveTo(where, top - 4);
      pen.lineTo(where, bottom);
      pen.stroke();
      pen.fillText(String(i + 1), where, top - 8);
    });
  }
}

function sumUp() {
  if (!live.details.open) return;
  into(live.sums, table("Seconds of each thread so far", [["engine", true], ["thread", true], ...PARTS.map((part) => [part.name, true])],
    rows().map((row) => {
      const sums = PARTS.map(() => 0);
      for (const piece of live.pieces) {
        const threads = piece.rows[row.engine];
        if (threads && threads[row.thread]) threads[row.thread].forEach((part, i) => { sums[i] += part / 1000; });
      }
      return [row.engine, row.alone ? "all" : row.thread, ...sums.map((sum) => sum.toFixed(1))];
    })));
}

function showPieces() {
  paint();
  sumUp();
}

/** The report comes above, and how it went stays below. */
function ended(how) {
  live.over = true;
  live.state.textContent = how;
  live.now.hidden = true;
  live.rest.hidden = true;
}

function watch() {
  history.replaceState(null, "", "/"); // the token is used: nobody need see it
  const source = new EventSource("/events");
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
    paint();
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
    if (!live.over) live.state.textContent = "the run's process does not answer";
  });
  source.addEventListener("open", () => {
    if (!live.over && live.status !== null) live.state.textContent = live.status.state;
  });
}

frame();
watch();
live.details.addEventListener("toggle", sumUp);
window.addEventListener("resize", paint);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
