"use strict";

// --- the page of a cluster monitor. Follows report.js, whose words it uses.

/** The most hosts that are shown with names; more are shown as squares without names. */
const MOST_CARDS = 40;
const MOST_ROWS = 300;

const hosts = {
  main: document.getElementById("live"),
  last: null,
};

function hostsFrame() {
  document.title = "Hosts \u2013 MOIDE";
  hosts.about = el("p", {role: "status"}, "asking ...");
  hosts.tiles = el("ul", {class: "tiles", "aria-label": "Figures"});
  hosts.map = el("div");
  hosts.rows = el("div");
  hosts.main.replaceChildren(el("h1", {}, "Hosts"), hosts.about, hosts.tiles,
    section("Map", el("ul", {class: "legend"}, el("li", {}, "The stronger the colour, the busier."), el("li", {}, "\u25cf engines of runs"),
      el("li", {}, "\u00d7 down"), el("li", {}, "? says what cannot be")), hosts.map),
    section("All hosts", hosts.rows));
}

function figure(value) {
  return value >= 100 ? count(value) : value.toFixed(1);
}

function words(host) {
  const load = host.state === "down" || host.state === "nonsense" ? "" : ", load " + percent(host.load) + " of " + host.processors + " processors";
  return (host.host === "" ? host.daemon : host.host + ", " + host.daemon) + ": " + host.state + load + (host.reason === "" ? "" : ", " + host.reason);
}

function sign(host) {
  if (host.state === "down") return "\u00d7";
  if (host.state === "nonsense") return "?";
  return host.runs > 0 ? "\u25cf" : "";
}

/** Makes a host's square; its colour shows the load, its sign the state. */
function square(host, x, y, size) {
  const gone = host.state === "down" || host.state === "nonsense";
  const box = draw("rect", {x, y, width: size - 2, height: size - 2, rx: 2, class: "host" + (gone ? " gone" : "")});
  if (!gone) box.style.fill = "rgba(var(--heat), " + (0.08 + 0.92 * Math.min(1, host.load)).toFixed(2) + ")";
  return draw("g", {}, draw("title", {}, words(host)), box,
    draw("text", {x: x + (size - 2) / 2, y: y + size * 0.68, "text-anchor": "middle", class: !gone && host.load > 0.55 ? "on-dark" : null}, sign(host)));
}

function line(host, x, y, width, height) {
  const past = host.past;
  if (past.length < 2) return null;
  const points = past.map((part, i) => (x + width * i / (past.length - 1)).toFixed(1) + "," + (y + height * (1 - Math.min(100, part) / 100)).toFixed(1));
  return draw("polyline", {points: points.join(" "), class: "load"});
}

function card(host, x, y, width) {
  const name = host.host === "" ? host.daemon : host.host;
  return draw("g", {}, square(host, x, y + 4, 30),
    draw("text", {x: x + 38, y: y + 15}, name.length > 20 ? name.slice(0, 19) + "\u2026" : name),
    draw("text", {x: x + 38, y: y + 31, class: "faint"}, host.state + (host.processors > 0 ? ", " + host.processors + " proc., power " + host.power.toFixed(1) : "")),
    line(host, x, y + 40, width - 24, 18));
}

function hostsMap(all) {
  const dense = all.length > MOST_CARDS;
  const width = 1100;
  const wide = dense ? 22 : 220;
  const high = dense ? 22 : 68;
  const columns = Math.floor(width / wide);
  const height = Math.max(1, Math.ceil(all.length / columns)) * high;
  return picture(width, height, all.length + " hosts; the table below has the same",
    ...all.map((host, i) => dense ? square(host, i % columns * wide, Math.floor(i / columns) * high, wide)
      : card(host, i % columns * wide, Math.floor(i / columns) * high, wide)));
}

function showHosts(told) {
  const all = told.hosts;
  const up = all.filter((host) => host.state !== "down" && host.state !== "nonsense");
  const processors = up.reduce((sum, host) => sum + host.processors, 0);
  const busy = up.reduce((sum, host) => sum + host.load * host.processors, 0);
  hosts.about.textContent = told.monitor;
  hosts.tiles.replaceChildren(
    tile("hosts", count(up.length), "of " + count(told.known) + " that are known"),
    tile("processors", count(processors), figure(busy) + " of them are busy"),
    tile("power", figure(up.reduce((sum, host) => sum + host.power, 0)), "1 is about one processor of today"),
    tile("engines", count(up.reduce((sum, host) => sum + host.engines, 0)), "of runs"));
  hosts.map.replaceChildren(hostsMap(all));
  hosts.rows.replaceChildren(usedColumns("Hosts", [["host", false], ["daemon", false], ["state", false], ["load", true], ["processors", true],
    ["power", true], ["workload", true], ["engines", true], ["reason", false]],
  all.slice(0, MOST_ROWS).map((host) => {
    const gone = host.state === "down" || host.state === "nonsense";
    return [host.host, host.daemon, host.state, gone ? "" : percent(host.load), gone ? "" : host.processors,
      gone ? "" : host.power.toFixed(2), gone ? "" : host.workload.toFixed(2), gone ? "" : host.engines, host.reason];
  })), ...(all.length > MOST_ROWS || told.known > all.length ? [el("p", {class: "faint"}, told.known + " in all.")] : []));
}

function watchHosts() {
  const place = document.querySelector("main").dataset.place;
  history.replaceState(null, "", place); // the token is used; this lets the same browser load the page again
  const source = new EventSource(place + "events");
  source.addEventListener("hosts", (event) => showHosts(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    source.close(); // if the monitor has died, another process may listen there next
    hosts.about.textContent = "the monitor does not answer any more; load the page again to ask it";
  });
}

hostsFrame();
watchHosts();
