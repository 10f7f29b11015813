"""How a rulebook in HTML looks, on a screen and in print."""

from __future__ import annotations

STYLE = """
:root {
  --ink: #1f2328; --soft: #5b6370; --line: #d5d9de; --tint: #f3f5f4; --accent: #1d5c57;
  --house: #8a3b12; --house-tint: #fbeee4;
}
* { box-sizing: border-box; }
html { background: #fff; color: var(--ink); font-size: 16px; }
body {
  margin: 0 auto; max-width: 60rem; padding: 2.5rem 1.5rem 4rem; line-height: 1.5;
  font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
}
header { border-bottom: 3px solid var(--accent); margin-bottom: 1.5rem; padding-bottom: 1rem; }
h1 { font-size: 2.6rem; line-height: 1.1; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 {
  color: var(--accent); font-size: 1.45rem; line-height: 1.2; margin: 2.2rem 0 .8rem;
  border-bottom: 1px solid var(--line); padding-bottom: .25rem;
}
h3 { font-size: 1.08rem; line-height: 1.3; margin: 1.2rem 0 .3rem; }
p { margin: 0 0 .7rem; }
.about { color: var(--soft); margin: 0; }
.goal { font-size: 1.25rem; font-style: italic; line-height: 1.4; margin: .9rem 0 0; }
.ids {
  color: var(--soft); font: 500 .68rem/1 ui-sans-serif, system-ui, "Segoe UI", Arial, sans-serif;
  white-space: nowrap; letter-spacing: .01em;
}
.for, .house, .last, .count {
  border-radius: .7em; font: 600 .7rem/1.5 ui-sans-serif, system-ui, "Segoe UI", Arial, sans-serif;
  padding: 0 .55em; white-space: nowrap;
}
.for { background: var(--tint); color: var(--soft); }
.last { background: var(--tint); color: var(--soft); }
.house { background: var(--house-tint); color: var(--house); border: 1px solid #e6c3a8; }
.count { background: var(--accent); color: #fff; }
ul, ol { margin: 0 0 .7rem; padding-left: 1.25rem; }
li { margin: .18rem 0; }
li > ul { margin-bottom: .2rem; }
table { border-collapse: collapse; margin: 0 0 1rem; width: 100%; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { border-bottom: 1px solid var(--line); padding: .32rem .6rem .32rem 0; text-align: left;
  vertical-align: top; }
thead th {
  border-bottom: 2px solid var(--accent); color: var(--soft); font-size: .82rem;
  font-weight: 600; vertical-align: bottom;
}
tbody th { font-weight: 600; }
td.number { font-variant-numeric: tabular-nums; padding-right: 1.4rem; white-space: nowrap;
  width: 1%; }
td.yes { color: var(--accent); font-weight: 600; }
td.no { color: #b4bac2; }
.columns { columns: 2; column-gap: 2.2rem; }
.columns > * { break-inside: avoid; }
.columns > :first-child, .columns h3:first-child { margin-top: 0; }
.long p { hyphens: auto; }
.cards { display: grid; gap: .9rem;
  grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
.card {
  border: 1px solid var(--line); border-radius: .6rem; border-top: 4px solid var(--accent);
  break-inside: avoid; padding: .7rem .9rem .6rem;
}
.card h3 { align-items: baseline; display: flex; gap: .6rem; justify-content: space-between;
  margin: 0 0 .3rem; }
.card p { margin: 0 0 .4rem; }
.card .facts { color: var(--soft); font-size: .85rem; font-style: italic; }
.card ul { border-top: 1px dotted var(--line); font-size: .86rem; line-height: 1.4;
  margin: .5rem 0 0; padding: .35rem 0 0 1rem; }
figure { break-inside: avoid; margin: 1rem 0; overflow-x: auto; }
svg.placing { display: block; height: auto; margin: 0 auto; max-width: 100%;
  font: 12px ui-sans-serif, system-ui, "Segoe UI", Arial, sans-serif; }
svg.placing text { fill: var(--ink); }
svg.placing .axis { fill: var(--soft); font-style: italic; }
svg.placing .band { fill: var(--tint); }
svg.placing .yes { fill: var(--accent); }
svg.placing .perhaps { fill: none; stroke: var(--accent); stroke-width: 1.5; }
svg.placing .no { fill: #c3c9cf; }
.unseen { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute;
  white-space: nowrap; width: 1px; }
.score { font-weight: 600; }
dl { margin: 0; }
dt { font-weight: 600; margin-top: .6rem; }
dd { margin: 0; padding-left: 1.1rem; }
.quick { border: 2px solid var(--accent); border-radius: .9rem; margin-top: 3rem;
  padding: .4rem 1.6rem 1rem; }
.quick h2 { border: 0; margin: .8rem 0 .4rem; }
.quick h3 { margin: .9rem 0 .3rem; color: var(--accent); }
.quick table { font-size: .86rem; line-height: 1.35; }
@media (max-width: 44rem) { .columns { columns: 1; } h1 { font-size: 2rem; } }
@page { size: A4; margin: 16mm 15mm 18mm; @bottom-center { content: counter(page); color: #5b6370;
  font: 9pt Georgia, serif; } }
@media print {
  html { font-size: 10.5pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  body { max-width: none; padding: 0; }
  h1 { font-size: 28pt; }
  h2, h3 { break-after: avoid; }
  tr, li, dt, dd { break-inside: avoid; }
  dt { break-after: avoid; }
  thead { display: table-header-group; }
  p { orphans: 3; widows: 3; }
  .cards { grid-template-columns: 1fr 1fr; gap: 3mm; }
  .quick { break-before: page; margin-top: 0; }
  a { color: inherit; text-decoration: none; }
}
"""
