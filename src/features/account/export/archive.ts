import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeZip } from "client-zip";
import { type Locale, localeDirection, localeTag } from "@/lib/locales";
import { escapeHtml } from "@/server/html";
import type { ArchiveEntry, ArchiveFile, PersonalRecords } from "@/server/personal-data";
import { serverText } from "@/server/text";
import { FileGone } from "@/server/vendors/uploadthing/file-store";

interface Archive {
  locale: Locale;
  owner: string;
  madeAt: Date;
  records: { name: string; records: PersonalRecords }[];
}

/**
 * Writes an archive of everything that the features hold of a person: `data/*.json` for machines, the media as they are, and
 * a page that plays them without a network. Streams from the storage to the disk; nothing is in memory as a whole.
 * @param onProgress told how many of the media's bytes are written
 * @returns where in the archive files would stand that the storage has no more
 */
export async function writeArchive(
  path: string,
  archive: Archive,
  onProgress: (written: number, total: number) => void,
): Promise<string[]> {
  const total = archive.records.flatMap(({ records }) => records.files).reduce((sum, file) => sum + file.sizeBytes, 0);
  let written = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      written += chunk.byteLength;
      onProgress(Math.min(written, total), total);
      controller.enqueue(chunk);
    },
  });
  const missing: string[] = [];
  const zip = makeZip(entries(archive, missing)).pipeThrough(count);
  await pipeline(Readable.fromWeb(zip as never), createWriteStream(path, { mode: 0o600 }));
  return missing;
}

/** The page first, so that whoever lists the archive sees it. */
async function* entries({ locale, owner, madeAt, records }: Archive, missing: string[]) {
  yield {
    name: "index.html",
    input: page(
      locale,
      owner,
      madeAt,
      records.flatMap((part) => part.records.entries ?? []),
    ),
    lastModified: madeAt,
  };
  for (const { name, records: held } of records) {
    yield { name: `data/${name}.json`, input: `${JSON.stringify(held.data, null, 2)}\n`, lastModified: madeAt };
  }
  for (const file of records.flatMap((part) => part.records.files)) {
    const input = await opened(file);
    if (input) yield { name: file.path, input, lastModified: madeAt };
    else missing.push(file.path);
  }
  // Said in the archive, too: what its data names is looked for.
  if (missing.length > 0) yield { name: "data/missing.json", input: `${JSON.stringify(missing, null, 2)}\n`, lastModified: madeAt };
}

/** @returns undefined for a file that is gone: people get the others all the same. Whatever else fails may go well the next time. */
async function opened(file: ArchiveFile): Promise<ReadableStream<Uint8Array> | undefined> {
  try {
    return await file.open();
  } catch (error) {
    if (error instanceof FileGone) return undefined;
    throw error;
  }
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{max-width:46rem;margin:0 auto;padding:2rem 1rem}
article{border:1px solid #8886;border-radius:8px;padding:1rem 1.25rem;margin:1rem 0}h2{font-size:1.1rem;margin:0 0 .25rem}audio,video{width:100%;margin-top:.75rem}
time,.soft{opacity:.75;font-size:.9rem}p{margin:.25rem 0;white-space:pre-line}p[dir]{unicode-bidi:plaintext}`;

function page(locale: Locale, owner: string, madeAt: Date, list: ArchiveEntry[]): string {
  const say = (key: string, values?: Record<string, string | number>) => escapeHtml(serverText(locale, `archive.${key}`, values));
  const format = new Intl.DateTimeFormat(localeTag(locale), { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const articles = list.map(({ title, at, lines, file }) => {
    const media = file ? `<${file.kind} controls preload="metadata" src="${escapeHtml(encodeURI(file.path))}"></${file.kind}>` : "";
    const told = lines.map((line) => `<p dir="auto">${escapeHtml(line)}</p>`).join("");
    return `<article><h2 dir="auto">${escapeHtml(title)}</h2><time datetime="${at.toISOString()}">${escapeHtml(format.format(at))} UTC</time>${told}${media}</article>`;
  });
  return `<!doctype html>
<html lang="${localeTag(locale)}" dir="${localeDirection(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${say("title")}</title><style>${STYLE}</style></head>
<body><h1>${say("title")}</h1><p class="soft">${say("lead", { owner, madeAt: format.format(madeAt) })}</p>
<p class="soft">${say("data")}</p>
${articles.length > 0 ? articles.join("\n") : `<p>${say("empty")}</p>`}
</body></html>
`;
}
