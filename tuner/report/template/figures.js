// Unpacks the library that draws the figures, and draws them. Everything is in this file already.
(async () => {
  const place = document.getElementById("library");
  const config = JSON.parse(place.dataset.config);
  const packed = atob(place.textContent);
  const bytes = Uint8Array.from(packed, (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const library = document.createElement("script");
  library.textContent = await new Response(stream).text();
  document.head.append(library);
  const plots = document.querySelectorAll(".plot");
  for (const plot of plots) {
    const { data, layout } = JSON.parse(plot.parentElement.querySelector("script").textContent);
    plot.style.minHeight = layout.height + "px";
    await Plotly.newPlot(plot, data, layout, config);
  }
  // Paper is narrower than most screens.
  const resize = (width) => plots.forEach((plot) => Plotly.relayout(plot, { width }));
  addEventListener("beforeprint", () => resize(640));
  addEventListener("afterprint", () => resize(null));
  document.documentElement.dataset.drawn = "";
})();
