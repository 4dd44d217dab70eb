// Makes the learning area's documents out of their content: node src/bin/make-documents.mjs [slug …]
// Needs Chromium and the fonts that FONTS names (Debian: fonts-noto-core, fonts-hosny-amiri, fonts-lxgw-wenkai). What it makes is
// committed (public/documents/*.pdf), so nobody but an author of documents ever runs it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { ensureChromium } from "./chromium.mjs";
import { page as pageOf } from "./documents/page.mjs";

const CONTENT = "src/server/db/content/learning";
const OUT = "public/documents";
const LOCALES = ["en", "fr", "vi", "cn", "ar"];

const read = (name) => JSON.parse(readFileSync(`${CONTENT}/${name}.json`, "utf8"));

/** What a content is made of, without its words: all languages have the same. */
const shapeOf = (value) => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== "object") return typeof value === "string" ? "" : value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, key === "figure" ? part : shapeOf(part)]));
};

async function print(browser, html) {
  const tab = await browser.newPage();
  await tab.setContent(html);
  await tab.evaluate(() => document.fonts.ready);
  const bytes = await tab.pdf({ tagged: true, outline: true, preferCSSPageSize: true, printBackground: true });
  await tab.close();
  return bytes;
}

/** The pages on which the chapters begin, from the outline that Chromium made of the headings. */
async function chapterPages(bytes) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const [title] = await pdf.getOutline();
  const pages = [];
  for (const { dest } of title.items)
    pages.push(1 + (await pdf.getPageIndex((typeof dest === "string" ? await pdf.getDestination(dest) : dest)[0])));
  return { pages, count: pdf.numPages };
}

/** The content's day instead of the moment of making: the same content makes the same file. */
function dated(bytes, date) {
  const stamp = `(D:${date.replaceAll("-", "")}000000+00'00')`;
  const text = bytes.toString("latin1").replaceAll(/(\/(?:CreationDate|ModDate) )\(D:[^)]*\)/g, (whole, name) => {
    const fixed = name + stamp;
    if (fixed.length !== whole.length) throw new Error(`A date of another length: ${whole}`);
    return fixed;
  });
  return Buffer.from(text, "latin1");
}

const wanted = process.argv.slice(2);
const documents = read("documents").filter(({ slug }) => wanted.length === 0 || wanted.includes(slug));
mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
for (const document of documents) {
  const shape = JSON.stringify(shapeOf(read(`documents/${document.slug}.en`)));
  for (const locale of LOCALES) {
    const content = read(`documents/${document.slug}.${locale}`);
    if (JSON.stringify(shapeOf(content)) !== shape) throw new Error(`${document.slug}.${locale} has another shape than the English one.`);
    const about = { title: document.title[locale], subtitle: document.description[locale], ...content };
    // Twice: the table of contents names pages that are known only when it stands there.
    const draft = await chapterPages(
      await print(
        browser,
        pageOf(
          about,
          locale,
          content.chapters.map(() => 1),
        ),
      ),
    );
    const bytes = dated(await print(browser, pageOf(about, locale, draft.pages)), document.date);
    writeFileSync(`${OUT}/${document.slug}.${locale}.pdf`, bytes);
    console.log(`${document.slug}.${locale}: ${draft.count} pages, ${Math.round(bytes.length / 1024)} kB`);
  }
}
await browser.close();
