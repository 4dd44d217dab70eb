// How the documents look: A4, one column, a running header and page numbers.

const FONTS = {
  fr: { body: '"Noto Sans"', heading: '"Noto Serif"', size: "9.8pt", line: 1.52 },
  latin: { body: '"Noto Sans"', heading: '"Noto Serif"', size: "10.2pt", line: 1.56 },
  cn: { body: '"LXGW WenKai", "Noto Sans"', heading: '"LXGW WenKai", "Noto Serif"', size: "11pt", line: 1.68 },
  ar: { body: 'Amiri, "Noto Sans"', heading: '"Noto Kufi Arabic", "Noto Serif"', size: "12.2pt", line: 1.56 },
};

export function styles(locale, title) {
  const { body, heading, size, line } = FONTS[locale] ?? FONTS.latin;
  const [start, end] = locale === "ar" ? ["right", "left"] : ["left", "right"];
  const counter = locale === "ar" ? "counter(page, arabic-indic)" : "counter(page)";
  const small = locale === "ar" ? 2 : 0;
  const running = `font: ${8 + small}pt ${body}; color: #5d6f68; padding-bottom: 7mm; vertical-align: bottom;`;
  return `
@page { size: A4; margin: 27mm 23mm 24mm;
  @top-${start} { content: "${title.replaceAll('"', '\\"')}"; ${running} }
  @top-${end} { content: "Parley"; ${running} }
  @bottom-${end} { content: ${counter}; font: ${9.5 + small}pt ${body}; color: #0b5c46; vertical-align: top; padding-top: 7mm; } }
@page cover { margin: 0; @top-${start} { content: none } @top-${end} { content: none } @bottom-${end} { content: none } }
* { box-sizing: border-box; }
html { font: ${size}/${line} ${body}; color: #1c2a25; -webkit-print-color-adjust: exact; }
body, h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; }
p { margin-block: 0 .75em; orphans: 3; widows: 3; }
strong { font-weight: 700; color: #0b4636; }
h2, h3, .title { break-after: avoid; break-inside: avoid; }

.cover { page: cover; break-after: page; position: relative; overflow: clip; width: 210mm; height: 296.9mm; padding: 26mm 23mm; background: #10211c; color: #eef6f2; display: flex; flex-direction: column; }
.art { position: absolute; inset: 0; }
.art svg { width: 100%; height: 100%; display: block; }
[dir=rtl] .art { transform: scaleX(-1); }
.cover > :not(.art) { position: relative; }
.brand { display: flex; align-items: center; gap: 3mm; font: 700 14pt "Noto Sans"; }
.brand svg { width: 9mm; }
.kind { margin-top: auto; color: #5fd0a8; font-size: 1.1em; font-weight: 700; }
h1 { font: 700 ${locale === "ar" ? "27pt/1.5" : locale === "cn" ? "34pt/1.3" : "31pt/1.18"} ${heading}; max-width: 140mm; text-wrap: balance; margin-block: 3mm 5mm; }
.subtitle { font-size: 1.25em; line-height: 1.5; max-width: 120mm; color: #c9dfd6; margin-bottom: auto; }
.cover nav { font-size: 1em; border-top: .3mm solid #2c5a4b; padding-top: 6mm; }
.cover nav p { color: #8fb8a9; margin-bottom: 2mm; }
.cover nav ol { list-style: none; padding: 0; }
.cover nav li { display: flex; align-items: baseline; gap: 3mm; padding-block: .55mm; }
.cover nav i { flex: 1; border-bottom: .25mm dotted #4d7a6a; }

.chapter + .chapter { margin-top: 11mm; }
.chapter > header { break-inside: avoid; break-after: avoid; border-top: .5mm solid #0b5c46; padding-top: 4mm; margin-bottom: 4mm; }
.number { float: inline-start; min-width: 9mm; margin-inline-end: 4mm; font: 700 ${locale === "ar" ? "24pt/1.1" : "28pt/.9"} ${heading}; color: #5fb795; }
h2 { font: 700 ${locale === "ar" ? "16pt/1.6" : "18pt/1.35"} ${heading}; color: #0b4636; text-wrap: balance; }
.lead { clear: both; padding-top: 3mm; margin: 0; font-size: 1.12em; line-height: 1.5; color: #40564d; orphans: 9; widows: 9; break-after: avoid; }
h3 { font: 700 1.16em/${locale === "ar" ? 1.8 : 1.4} ${heading}; color: #0b5c46; margin-block: ${locale === "ar" ? ".8em .2em" : "1.15em .4em"}; }
ol { list-style: ${locale === "ar" ? "arabic-indic" : "decimal"}; }
ul, ol { padding-inline-start: 5.5mm; margin-block: 0 .9em; }
li { margin-bottom: .38em; break-inside: avoid; }
li::marker { color: #0b5c46; font-weight: 700; }
.checks { list-style: none; padding: 0; break-inside: avoid; }
.checks li { position: relative; padding-inline-start: 7.5mm; margin-bottom: .55em; }
.checks li::before, .check { content: ""; display: inline-block; width: 3.8mm; height: 3.8mm; border: .3mm solid #0b5c46; border-radius: .8mm; background: #fff; }
.checks li::before { position: absolute; inset-inline-start: 0; top: .28em; }

table { break-inside: avoid; width: 100%; border-collapse: separate; border-spacing: 0; margin-block: 2mm 5mm; font-size: .93em; line-height: 1.45; }
th, td { text-align: start; vertical-align: top; padding: 1.7mm 2.4mm; border-bottom: .25mm solid #d5e2dc; }
thead th, thead td { background: #e8f3ee; color: #0b4636; font-weight: 700; border-bottom: .4mm solid #9ccbb7; }
tbody th { font-weight: 700; color: #0b4636; }
tr { break-inside: avoid; }
.columns-2 tbody th { width: 34%; }
.columns-3 tbody th { width: 20%; }
.columns-3 td:last-child { width: 14%; }
.columns-4 th, .columns-4 td { width: 28%; }
.columns-4 th:first-child { width: 16%; }

aside { break-inside: avoid; background: #fbf3e7; border-inline-start: 1.2mm solid #d98b3a; border-radius: 1mm; padding: 3.5mm 5mm; margin-block: 4mm 5mm; }
aside .title { font: 700 1.02em/1.4 ${heading}; color: #7a450c; margin-bottom: 1mm; }
aside p:last-child { margin: 0; }

figure { display: grid; gap: 5mm; margin-block: 3mm 5mm; break-inside: avoid; }
figure.three { grid-template-columns: repeat(3, 1fr); }
figure.four { grid-template-columns: repeat(4, 1fr); }
figure.joined { gap: 0; }
figure.star { grid-template-columns: 1fr 1fr 5fr 1.2fr; gap: 1.5mm; font-size: .88em; }
figure.star svg { height: 9mm; }
figure div { display: grid; align-content: end; }
figure svg { width: 100%; display: block; }
figure.three svg { height: 32mm; }
figure.star div { overflow: visible; }
[dir=rtl] figure svg { transform: scaleX(-1); }
figcaption { text-align: center; margin-top: 2mm; font-weight: 700; color: #0b4636; line-height: 1.3; }

.talk { break-inside: avoid; border: .3mm solid #d5e2dc; border-radius: 2mm; padding: 4mm 5mm 3.5mm; margin-block: 0 4mm; }
.talk h3 { margin: 0 0 2mm; }
.talk dl > div { margin-bottom: 1.6mm; }
.talk dt { font-size: .84em; font-weight: 700; color: #5d6f68; }
.talk .answer { background: #eef6f2; border-radius: 1.5mm; padding: 2.2mm 3.5mm; margin: 2.4mm 0 0; }

.sheet { break-inside: avoid; border: .3mm solid #9ccbb7; border-radius: 2mm; padding: 4mm 6mm 6mm; margin-block: 4mm 5mm; }
.sheet h3 { margin-top: 0; }
.sheet p { margin: 3mm 0 0; font-size: .93em; color: #40564d; }
.line { height: 9.2mm; border-bottom: .25mm solid #a9bdb5; }
.grid td, .grid thead td { border-inline-start: .25mm solid #d5e2dc; text-align: center; padding-inline: 0; width: 11%; }
.grid thead td { height: 27mm; background: #fff; }
.grid th { vertical-align: middle; }
h3:has(+ .log) { break-before: page; }
.log { table-layout: fixed; }
.log th { font-size: .82em; padding-inline: 1.4mm; overflow-wrap: normal; }
.log th:first-child { width: 11%; } .log th:nth-child(2) { width: 22%; } .log th:last-child { width: 17%; }
.log td { height: 10mm; border-inline-start: .25mm solid #d5e2dc; }
.plan td:first-child { width: 8mm; } .plan th:nth-child(2) { width: 14mm; }
.plan td:last-child, .plan th:last-child { text-align: end; width: 18mm; white-space: nowrap; }
`;
}
