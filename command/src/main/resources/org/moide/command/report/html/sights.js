"use strict";

// --- what engines of a run that goes on do with each other. Follows report.js, whose words it uses.

/** The lender's number of loans from the run's pool. */
const POOL = -1;
const MOST_LINES = 100;

/** Converts rows of borrower, lender, number of loans, tasks of these loans, and tasks done. */
function loansOf(rows) {
  return rows.map(([borrower, lender, loans, tasks, executed]) => ({borrower, lender, loans, open: Math.max(0, tasks - executed), tasks}));
}

/** Makes the tree of loans: under each lender its borrowers. */
function loanTree(loans, waiting) {
  const of = new Map();
  for (const loan of loans) {
    if (!of.has(loan.lender)) of.set(loan.lender, []);
    of.get(loan.lender).push(loan);
  }
  const most = loans.reduce((sum, loan) => Math.max(sum, loan.open), 1);
  const seen = new Set([POOL]);
  let lines = 0;
  const bar = (part) => draw("svg", {class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true"},
    draw("rect", {class: "back", width: 100, height: 10}), draw("rect", {class: "part", width: 100 * part, height: 10}));
  const line = (loan) => {
    lines++;
    const first = !seen.has(loan.borrower); // a borrower of several lenders is below each of them
    seen.add(loan.borrower);
    return el("li", {}, bar(loan.open / most), el("b", {}, "engine " + loan.borrower), ": " + count(loan.open) + " of " + count(loan.tasks)
      + (loan.tasks === 1 ? " task" : " tasks") + " outstanding, in " + count(loan.loans) + (loan.loans === 1 ? " loan" : " loans"),
    first ? below(loan.borrower) : null);
  };
  const below = (lender) => {
    const found = (of.get(lender) || []).slice(0, Math.max(0, MOST_LINES - lines));
    return found.length === 0 ? null : el("ul", {}, found.map(line));
  };
  const tree = el("ul", {class: "tree"}, el("li", {}, el("b", {}, "the pool of the run"),
    ": " + (waiting > 0 ? count(waiting) + (waiting === 1 ? " task waits" : " tasks wait") + " for an engine" : "no task waits for an engine"), below(POOL)));
  // Loans of lenders that have no borrowed loan of their own any more.
  for (const lender of [...of.keys()].sort((a, b) => a - b)) {
    if (!seen.has(lender) && lines < MOST_LINES) {
      seen.add(lender);
      tree.append(el("li", {}, el("b", {}, "engine " + lender), ": has borrowed nothing", below(lender)));
    }
  }
  return el("div", {}, tree, lines < loans.length ? el("p", {class: "faint"}, (loans.length - lines) + " more.") : null);
}

function objectName(id) {
  return id.startsWith("-") ? "shared " + (-1n - BigInt(id)) : id;
}

function dataNow(told) {
  const stored = told.stores.map(([engine, held, fetched, fetchedBytes, fromRoot, fromRootBytes, given, givenBytes, hits, dropped,
    recomputed, mostBytes]) => ({label: String(engine), told: {held, fetched, fetchedBytes, fromRoot, fromRootBytes, given, givenBytes, hits,
    dropped, recomputed, mostBytes}}));
  return el("div", {},
    el("p", {}, count(told.objects) + (told.objects === 1 ? " object" : " objects") + ", " + bytes(told.objectBytes)
      + (told.largest.length < told.objects ? "; the largest:" : ".")),
    table("The largest data objects", [["object", false], ["bytes", true], ["written by", false], ["copies on engines", true], ["fetched", true]],
      told.largest.map(([id, size, again, writer, copies, fetches]) => [objectName(id), bytes(size),
        writer + (again ? ", can be made again" : ""), count(copies), count(fetches) + (fetches === 1 ? " time" : " times")])),
    stored.length === 0 ? null : folded("What each engine did with them", stores(stored)));
}

/** Makes the table of workers. engines: from the run's status; told: what the engines have told. */
function workersNow(engines, told) {
  const more = new Map(told.workers.map(([engine, ...figures]) => [engine, figures]));
  return usedColumns("Workers of each engine", [["engine", false], ["workers", true], ["active", true], ["for each thread", true], ["queued", true],
    ["handled", true], ["sent away", true], ["forwarded", true], ["moved away", true], ["bytes moved", true], ["without handling", true],
    ["longest handler", false]],
  engines.map((engine) => {
    const now = engine.workers;
    const [sentAway, forwarded, moved, movedBytes, pauseMillis] = more.get(engine.id) || [0, 0, 0, 0, 0];
    const handler = now.longestHandler;
    return [engine.id + " ", count(now.workers), count(now.active), now.activity.toFixed(2), count(now.queued), count(now.handled),
      count(sentAway), count(forwarded), count(moved), moved > 0 ? bytes(movedBytes) : "", pauseMillis > 0 ? seconds(pauseMillis / 1000) : "",
      handler ? "worker " + handler.worker + ": " + handler.task + ", " + seconds(handler.seconds)
        + (handler.waitsFor === "" ? "" : ", waits for " + handler.waitsFor) : ""];
  }));
}

function movesNow(told) {
  return told.moves.length === 0 ? null : folded("The last moves",
    moves(told.moves.map(([millis, worker, from, to, size, pauseMillis, why]) => ({atSeconds: millis / 1000, worker, from, to, bytes: size,
      pauseSeconds: pauseMillis / 1000, why}))));
}
