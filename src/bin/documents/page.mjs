// A document as HTML for printing.
import { figure } from "./figures.mjs";
import { styles } from "./styles.mjs";

const TAGS = { en: "en", fr: "fr", vi: "vi", cn: "zh-CN", ar: "ar" };

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const rich = (text) => escaped(text).replaceAll(/\*\*(.+?)\*\*/g, "<strong>$1</strong>");
const each = (list, make) => list.map(make).join("");
const paragraphs = (text) => each([text].flat(), (part) => `<p>${rich(part)}</p>`);

const head = (cells) => `<thead><tr>${each(cells, (cell) => (cell ? `<th scope="col">${rich(cell)}</th>` : "<td></td>"))}</tr></thead>`;
const row = ([first, ...cells]) => `<tr><th scope="row">${rich(first)}</th>${each(cells, (cell) => `<td>${rich(cell)}</td>`)}</tr>`;
const blank = (count) => "<td></td>".repeat(count);

/** What a chapter may hold, each by the name under which the content has it. */
const BLOCKS = {
  p: ({ p }) => paragraphs(p),
  h: ({ h }) => `<h3>${rich(h)}</h3>`,
  list: ({ list }) => `<ul>${each(list, (item) => `<li>${rich(item)}</li>`)}</ul>`,
  steps: ({ steps }) => `<ol>${each(steps, (item) => `<li>${rich(item)}</li>`)}</ol>`,
  checks: ({ checks }) => `<ul class="checks">${each(checks, (item) => `<li>${rich(item)}</li>`)}</ul>`,
  table: ({ table }) => `<table class="columns-${table.head.length}">${head(table.head)}<tbody>${each(table.rows, row)}</tbody></table>`,
  box: ({ box }) => `<aside><p class="title">${rich(box.title)}</p>${paragraphs(box.text)}</aside>`,
  figure: ({ figure: name, alt, labels }) => figure(name, escaped(alt), labels.map(escaped)),
  talk: ({ talk }, { labels }) =>
    `<section class="talk"><h3>${rich(talk.question)}</h3><dl>${each(
      ["asked", "thinking", "answer"],
      (part) => `<div class="${part}"><dt>${rich(labels[part])}</dt><dd>${rich(talk[part])}</dd></div>`,
    )}</dl></section>`,
  sheet: ({ sheet }) =>
    `<section class="sheet"><h3>${rich(sheet.title)}</h3>${each(
      sheet.rows,
      ({ label, lines }) => `<p>${rich(label)}</p>${'<div class="line"></div>'.repeat(lines)}`,
    )}</section>`,
  grid: ({ grid }) =>
    `<table class="grid"><thead><tr><th scope="col">${rich(grid.corner)}</th>${blank(grid.columns)}</tr></thead><tbody>${each(
      grid.rows,
      (label) => `<tr><th scope="row">${rich(label)}</th>${'<td><i class="check"></i></td>'.repeat(grid.columns)}</tr>`,
    )}</tbody></table>`,
  log: ({ log }) => `<table class="log">${head(log.head)}<tbody>${`<tr>${blank(log.head.length)}</tr>`.repeat(log.rows)}</tbody></table>`,
  plan: ({ plan }) =>
    `<table class="plan"><thead><tr><td></td>${each(plan.head, (cell) => `<th scope="col">${rich(cell)}</th>`)}</tr></thead><tbody>${each(
      plan.rows,
      ([day, what, minutes]) =>
        `<tr><td><i class="check"></i></td><th scope="row">${rich(day)}</th><td>${rich(what)}</td><td>${rich(minutes)}</td></tr>`,
    )}</tbody></table>`,
};

function block(content, about) {
  const kind = Object.keys(content)[0];
  if (!BLOCKS[kind]) throw new Error(`No such block: ${kind}`);
  return BLOCKS[kind](content, about);
}

/** French signs that no line may begin with, nor end with. */
const unbroken = (html) => html.replaceAll(/ (?=[:;?!»])/g, "\u00a0").replaceAll("« ", "«\u00a0");

/** @param pages on which page each chapter begins */
export function page(about, locale, pages) {
  const number = new Intl.NumberFormat(locale === "ar" ? "ar-EG" : "en");
  const direction = locale === "ar" ? "rtl" : "ltr";
  const contents = each(
    about.chapters,
    ({ title }, at) => `<li><span>${rich(title)}</span><i></i><span>${number.format(pages[at])}</span></li>`,
  );
  const chapters = each(
    about.chapters,
    ({ title, lead, blocks }, at) =>
      `<section class="chapter"><header><span class="number" aria-hidden="true">${number.format(at + 1)}</span><h2>${rich(title)}</h2><p class="lead">${rich(lead)}</p></header>${each(blocks, (content) => block(content, about))}</section>`,
  );
  const html = `<section class="cover">${figure("cover")}<p class="brand">${figure("mark")}Parley</p><p class="kind">${rich(about.kind)}</p>
<h1>${rich(about.title)}</h1><p class="subtitle">${rich(about.subtitle)}</p>
<nav><p>${rich(about.contents)}</p><ol>${contents}</ol></nav></section>
<main>${chapters}</main>`;
  return `<!doctype html><html lang="${TAGS[locale]}" dir="${direction}"><head><meta charset="utf-8"><title>${escaped(about.title)}</title>
<style>${styles(locale, about.title)}</style></head><body>${locale === "fr" ? unbroken(html) : html}</body></html>`;
}
