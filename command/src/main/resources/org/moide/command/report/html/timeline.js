"use strict";

// --- how threads spend their time, drawn while it goes on. Follows report.js, whose words it uses.

/** The shortest visible time; a piece of the time line is a second or longer. */
const LEAST_SECONDS = 2;
const LABELS_WIDTH = 84;
const MARKS_HEIGHT = 20;
const RIGHT_EDGE = 12;

/**
 * Makes a time line with its tools.
 *
 * pieces: returns the use of the threads' time, in pieces
 * marks: returns the run's changes with their times
 * isOver: returns whether the run has ended
 */
function timeLine(pieces, marks, isOver) {
  const canvas = el("canvas", {role: "img", tabindex: "0", "aria-label": "How threads spend their time, from the start until now;"
    + " the table below sums it up. Plus and minus zoom, arrows move, 0 shows all."});
  const range = el("span", {class: "faint range"});
  let view = null; // the visible part after a zoom; null for all
  let dragged = null;

  function whole() {
    const known = pieces();
    return known.length === 0 ? 1 : Math.max(1, known[known.length - 1].to);
  }

  function shown() {
    return view || {from: 0, to: whole()};
  }

  /** Shows length seconds from from on, limited to the run's time. */
  function look(from, length) {
    const all = whole();
    const long = Math.max(Math.min(LEAST_SECONDS, all), length);
    const start = Math.max(0, Math.min(all - long, from));
    view = long >= all ? null : {from: start, to: start + long};
    range.setAttribute("aria-live", view === null ? "off" : "polite");
    paint();
  }

  /** Zooms by factor. at: the fixed point, as a fraction of the width. */
  function zoom(factor, at) {
    const now = shown();
    const length = now.to - now.from;
    look(now.from + length * at * (1 - factor), length * factor);
  }

  /** Moves the visible part. by: the distance, as a fraction of the width. */
  function move(by) {
    const now = shown();
    if (view !== null) look(now.from + (now.to - now.from) * by, now.to - now.from);
  }

  function all() {
    look(0, whole());
  }

  function partAt(event) {
    const box = canvas.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - box.left - LABELS_WIDTH) / (box.width - LABELS_WIDTH - RIGHT_EDGE)));
  }

  const keys = {
    "+": () => zoom(0.5, 0.5), "=": () => zoom(0.5, 0.5), "-": () => zoom(2, 0.5), "0": all,
    ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), Home: () => move(-1e9), End: () => move(1e9),
  };

  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  canvas.addEventListener("wheel", (event) => {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (view === null && (sideways || event.deltaY > 0)) return; // all is shown: the page scrolls
    event.preventDefault();
    if (sideways) move(event.deltaX / 600);
    else zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 250))), partAt(event));
  }, {passive: false});
  canvas.addEventListener("pointerdown", (event) => {
    if (view === null || event.button !== 0) return;
    dragged = {from: view.from, x: event.clientX};
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (dragged === null || view === null) return;
    const length = view.to - view.from;
    look(dragged.from - length * (event.clientX - dragged.x) / (canvas.clientWidth - LABELS_WIDTH - RIGHT_EDGE), length);
  });
  for (const over of ["pointerup", "pointercancel"]) canvas.addEventListener(over, () => { dragged = null; });

  const tool = (sign, words, act) => {
    const button = el("button", {type: "button", title: words, "aria-label": words}, sign);
    button.addEventListener("click", act);
    return button;
  };
  const tools = el("div", {class: "tools", role: "group", "aria-label": "What of the time line is shown"},
    tool("\u2212", "Zoom out (-)", () => zoom(2, 0.5)), tool("+", "Zoom in (+)", () => zoom(0.5, 0.5)),
    tool("\u25c0", "Earlier (left arrow)", () => move(-0.2)), tool("\u25b6", "Later (right arrow)", () => move(0.2)),
    tool("All", "Show all (0)", all), range);

  /** Returns the rows: one for each thread, or for each engine if the pieces have only that. */
  function rows() {
    const most = new Map();
    for (const piece of pieces()) {
      for (const [engine, threads] of Object.entries(piece.rows)) {
        most.set(Number(engine), Math.max(most.get(Number(engine)) || 0, threads.length));
      }
    }
    const found = [];
    for (const engine of [...most.keys()].sort((a, b) => a - b)) {
      for (let thread = 0; thread < most.get(engine); thread++) {
        found.push({engine, thread, label: (thread === 0 ? "engine " + engine : ""), alone: most.get(engine) === 1});
      }
    }
    return found;
  }

  function sayRange(now) {
    const end = whole();
    range.textContent = view === null ? "0 s to " + seconds(end) + (isOver() ? "" : ", and on")
      : seconds(now.from) + " to " + seconds(now.to) + " of " + seconds(end);
    canvas.classList.toggle("zoomed", view !== null);
  }

  function paint() {
    const found = rows();
    const high = found.length > 40 ? 10 : 18;
    const width = Math.max(280, canvas.parentElement.clientWidth);
    const bottom = MARKS_HEIGHT + Math.max(1, found.length) * high;
    const height = bottom + 26;
    const dense = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    const pen = canvas.getContext("2d");
    pen.scale(dense, dense);
    pen.clearRect(0, 0, width, height);
    const ink = getComputedStyle(document.body).color;
    pen.font = "12px " + getComputedStyle(document.body).fontFamily;
    pen.fillStyle = ink;
    pen.textAlign = "left";
    found.forEach((row, i) => pen.fillText(row.label, 0, MARKS_HEIGHT + i * high + high / 2 + 4));
    const now = shown();
    sayRange(now);
    const end = width - RIGHT_EDGE;
    const x = (at) => LABELS_WIDTH + (end - LABELS_WIDTH) * (at - now.from) / Math.max(now.to - now.from, 1);
    for (const piece of pieces()) {
      if (piece.to <= now.from || piece.from >= now.to) continue;
      const from = Math.max(LABELS_WIDTH, x(piece.from));
      const wide = Math.max(1, Math.min(end, x(piece.to)) - from);
      found.forEach((row, i) => {
        const threads = piece.rows[row.engine];
        const parts = threads && threads[row.thread];
        const sum = parts ? parts.reduce((all, part) => all + part, 0) : 0;
        if (sum === 0) return;
        let at = MARKS_HEIGHT + i * high + 1;
        parts.forEach((part, which) => {
          const tall = (high - 2) * part / sum;
          pen.fillStyle = PARTS[which].color;
          pen.fillRect(from, at, Math.min(wide + 0.4, end - from), tall);
          at += tall;
        });
      });
    }
    pen.fillStyle = ink;
    pen.textAlign = "center";
    for (const at of ticks(now.to, now.from)) pen.fillText(seconds(at), Math.min(x(at), width - 24), bottom + 18);
    pen.strokeStyle = ink;
    marks().forEach((mark, i) => {
      if (mark.at < now.from || mark.at > now.to) return;
      const where = x(mark.at);
      pen.beginPath();
      pen.moveTo(where, MARKS_HEIGHT - 4);
      pen.lineTo(where, bottom);
      pen.stroke();
      pen.fillText(String(i + 1), where, MARKS_HEIGHT - 8);
    });
  }

  window.addEventListener("resize", paint);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  return {canvas, tools, rows, paint};
}
