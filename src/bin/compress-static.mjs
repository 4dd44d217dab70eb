// Scripts and styles are compressed once, at the build, as far as it goes: to do so for every request takes a server's time, and gives
// people a sixth more to load.
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const brotli = promisify(brotliCompress);

const TEXT = /\.(js|mjs|css|svg)$/;
/** What is smaller than this, in bytes, fits into one packet anyway. */
const LEAST = 1400;

/** Writes beside each text of a build's static files its form in Brotli (RFC 7932), where that is smaller. */
export async function compressStatic(folder = ".next/static") {
  const texts = readdirSync(folder, { recursive: true }).filter((name) => TEXT.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      if (bytes.length < LEAST) return;
      const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      const small = await brotli(bytes, { params });
      if (small.length < bytes.length) await writeFile(`${file}.br`, small);
    }),
  );
}
