"use strict";
(function () {
  const ENDS = { w: "wins", d: "draws", l: "loses" };
  const STEP = 900;
  const WIDTH = 480, HALF = 70, TOP = 12, LEFT = 8, BAND = 14;

  function element(parent, name, text) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    parent.appendChild(made);
    return made;
  }

  function shape(parent, name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    parent.appendChild(made);
    return made;
  }

  function start(section) {
    const part = (name) => section.querySelector(".tune-replay-" + name);
    const data = JSON.parse(part("data").textContent);
    let game = data.games[0], ply = 0, timer = 0;

    const sideName = (player) => {
      const side = player === game.side ? 0 : 1;
      return game.names[side] + " (" + data.sides[player - 1] + ")";
    };
    const mover = (at) => 1 + (game.first + at) % 2;
    const last = () => game.boards.length - 1;

    function placed(square, content) {
      const width = data.columns.length;
      const x = data.square * (square % width), y = data.square * Math.floor(square / width);
      return '<g transform="translate(' + x + " " + y + ')">' + content + "</g>";
    }

    function drawBoard() {
      const cells = game.boards[ply], svg = part("board").querySelector("svg");
      svg.setAttribute("aria-label", inWords());
      if (!data.columns.length) {
        svg.querySelectorAll("text").forEach((line, row) => {
          line.textContent = cells.split("\n")[row] || "";
        });
        return;
      }
      const layer = (name) => svg.querySelector(".tune-board-" + name);
      // All that is put in here was written by the program itself; names are not among it.
      layer("pieces").innerHTML =
        [...cells].map((sign, at) => data.pieces[sign] && placed(at, data.pieces[sign])).join("");
      layer("marks").innerHTML =
        game.marked[ply].map((at) => placed(at, data.marks[cells[at]])).join("");
      layer("turn").innerHTML = game.turned[ply] < 0 ? "" : data.turns[game.turned[ply]];
    }

    function inWords() {
      const width = data.columns.length, found = { 1: [], 2: [], x: [] };
      [...game.boards[ply]].forEach((sign, at) => {
        if (width && found[sign])
          found[sign].push(data.columns[at % width] + data.rows[Math.floor(at / width)]);
      });
      const words = [["1", data.sides[0] + " on "], ["2", data.sides[1] + " on "], ["x", "blocked "]]
        .filter(([sign]) => found[sign].length)
        .map(([sign, text]) => text + found[sign].join(" "));
      return ["Board after " + (game.first + ply) + " plies", ...words].join(", ");
    }

    function stateText() {
      const parts = ["Ply " + (game.first + ply) + " of " + (game.first + last()) + "."];
      if (ply > 0) {
        const value = game.values[ply - 1];
        parts.push(sideName(mover(ply - 1)) + " played " + game.moves[ply - 1] +
          (value === null ? "." : ", worth " + value + " to " + game.names[0] + " in its search."));
        if (game.thrown.includes(ply - 1)) parts.push("That gave a won game away!");
      }
      if (ply < last()) parts.push(sideName(mover(ply)) + " is to move.");
      else if (game.moves.length > last()) parts.push(sideName(mover(ply)) + " gives up.");
      const proven = game.proven[ply];
      if (proven) parts.push("Proven: with perfect play " + game.names[0] + " " + ENDS[proven] + ".");
      if (ply === last())
        parts.push(game.result === 0 ? "The game is drawn."
          : game.names[game.result > 0 ? 0 : 1] + " has won.");
      return parts.join(" ");
    }

    function drawCurve() {
      const box = part("curve"), count = game.moves.length;
      const step = (WIDTH - 2 * LEFT) / Math.max(1, last());
      const x = (at) => LEFT + step * at, y = (height) => TOP + HALF * (1 - height);
      box.textContent = "";
      const svg = shape(box, "svg", {
        viewBox: "0 0 " + WIDTH + " " + (TOP + 2 * HALF + 2 * BAND + 22), role: "img",
        "aria-label": "Evaluations by ply as " + game.names[0] + " sees them; the moves below name each.",
      });
      shape(svg, "path", { class: "tune-replay-axis", d: "M" + LEFT + " " + y(0) + "h" + (WIDTH - 2 * LEFT) });
      for (const side of [0, 1]) {
        const points = [];
        for (let at = 0; at < count; at++)
          if (game.by[at] === side && game.heights[at] !== null) points.push([x(at), y(game.heights[at])]);
        shape(svg, "polyline", { class: "tune-replay-" + side, points: points.join(" ") });
        for (const [px, py] of points)
          if (side === 0) shape(svg, "circle", { class: "tune-replay-dot-0", cx: px, cy: py, r: 3 });
          else shape(svg, "rect", { class: "tune-replay-dot-1", x: px - 3, y: py - 3, width: 6, height: 6 });
      }
      const band = TOP + 2 * HALF + BAND;
      game.proven.forEach((proven, at) => {
        if (proven) shape(svg, "rect", { class: "tune-replay-" + proven, x: x(at) - step / 2 + 1, y: band,
          width: Math.max(1, step - 2), height: BAND - 4 });
      });
      for (const at of game.thrown)
        shape(svg, "path", { class: "tune-replay-thrown", d: "M" + x(at) + " " + (band - 2) + "l-5 -9h10z" });
      const cursor = shape(svg, "path", { class: "tune-replay-cursor" });
      cursor.setAttribute("d", "M" + x(ply) + " " + TOP + "V" + (band + BAND));
      svg.addEventListener("click", (event) => {
        const place = svg.getBoundingClientRect();
        show(Math.round(((event.clientX - place.left) / place.width * WIDTH - LEFT) / step));
      });
      drawLegend(box);
    }

    function drawLegend(box) {
      const text = game.names[0] + ": solid line, round points. " + game.names[1] +
        ": dashed line, square points." + (game.proven.some((one) => one)
          ? " Band: filled where perfect play wins for " + game.names[0] + ", empty where it loses." : "") +
        (game.thrown.length ? " Triangles: a won game was given away." : "");
      element(box, "p", text).className = "tune-replay-legend";
    }

    function listMoves() {
      const list = part("moves");
      list.textContent = "";
      for (let at = 0; at <= last(); at++) {
        const thrown = game.thrown.includes(at - 1);
        const text = at ? (game.first + at) + ". " + game.moves[at - 1] : "start";
        const button = element(element(list, "li"), "button", text + (thrown ? " ▼" : ""));
        button.type = "button";
        if (thrown) button.setAttribute("aria-label", text + ", gave a won game away");
        button.addEventListener("click", () => show(at));
      }
    }

    function show(to) {
      ply = Math.min(Math.max(to, 0), last());
      if (ply === last()) stop();
      drawBoard();
      drawCurve();
      part("state").textContent = stateText();
      const buttons = part("moves").querySelectorAll("button");
      buttons.forEach((button, at) => {
        if (at === ply) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
      });
      const list = part("moves"), now = buttons[ply];
      if (now.offsetTop < list.scrollTop || now.offsetTop + now.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = now.offsetTop - list.clientHeight / 2;
    }

    function label(text) {
      part("play").setAttribute("aria-label", text);
      part("play").title = text;
      part("play").firstElementChild.textContent = text;
    }

    function stop() {
      clearInterval(timer);
      timer = 0;
      label("Play");
    }

    function toggle() {
      if (timer) { stop(); return; }
      if (ply === last()) show(0);
      label("Pause");
      timer = setInterval(() => show(ply + 1), STEP);
    }

    function choose(number) {
      stop();
      game = data.games[number];
      part("why").textContent = game.why;
      part("players").textContent = sideName(1) + " against " + sideName(2) + ". From the ledger: " + game.place + "." +
        (game.differs ? " A player had a limit in time, so this is another game than was counted: " + game.differs + "."
          : game.repeatable ? "" : " A player had a limit in time; played again the game came out the same.");
      listMoves();
      show(0);
    }

    const go = { first: () => show(0), previous: () => show(ply - 1), play: toggle,
      next: () => show(ply + 1), last: () => show(last()) };
    for (const name in go) part(name).addEventListener("click", go[name]);
    const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
    section.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.target.tagName === "SELECT") return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go[keys[event.key]]();
    });
    part("select").addEventListener("change", (event) => choose(Number(event.target.value)));
    let kept = 0;
    addEventListener("beforeprint", () => { kept = ply; show(last()); });
    addEventListener("afterprint", () => show(kept));
    choose(0);
  }

  document.currentScript.closest(".tune-replay").querySelectorAll(".tune-replay-data")
    .forEach((found) => start(found.closest(".tune-replay")));
})();
