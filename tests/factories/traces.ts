import type { Answer, CallOptions, Harness } from "#tests/config/harness";

/** Something that one side got, by whatever way. */
export interface Got {
  way: string;
  bytes: Buffer;
}

/** A word that must not be there, with what it is. */
export interface Mark {
  what: string;
  text: string;
}

/** Keeps whatever reaches somebody, and finds traces of somebody else in it. */
export class Post {
  readonly got: Got[] = [];

  take(way: string, content: string | Buffer | Uint8Array): void {
    this.got.push({ way, bytes: Buffer.from(content as Buffer) });
  }

  /** A call whose answer, whatever its status, is kept with its headers. */
  async call(harness: Harness, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await harness.call(method, path, options);
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    this.take(
      `${method} ${path}`,
      `${answer.status}\n${headers}\n\n${typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body)}`,
    );
    return answer;
  }

  /** A file by its address, with its headers; all of it, and a piece as a player asks for one. */
  async fetch(address: string): Promise<{ status: number; bytes: Buffer }> {
    this.take("address", address);
    const answer = await fetch(address);
    const bytes = Buffer.from(await answer.arrayBuffer());
    for (const headers of [answer.headers, (await fetch(address, { headers: { range: "bytes=0-99" } })).headers])
      this.take(`headers of ${address}`, [...headers].map(([name, value]) => `${name}: ${value}`).join("\n"));
    this.take(`bytes of ${address}`, bytes);
    return { status: answer.status, bytes };
  }

  /** Where which marks are found, however they are written. */
  tracesOf(marks: Mark[]): string[] {
    return this.got.flatMap(({ way, bytes }) => {
      const lower = bytes.toString("latin1").toLowerCase();
      return marks.flatMap(({ what, text }) =>
        spellings(text).some((spelling) => lower.includes(spelling)) ? [`${what} in ${way}: ${around(lower, text)}`] : [],
      );
    });
  }
}

/** The ways in which a word may be written down: as it is, for addresses, for JSON, as bytes of other encodings. */
function spellings(text: string): string[] {
  const plain = Buffer.from(text, "utf8");
  const isId = /^[0-9a-f-]{36}$/.test(text);
  const hex = plain.toString("hex");
  // Base64 of something that has the word at one of three places: what surrounds it changes the first and last signs only.
  const inBase64 = [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), plain])
      .toString("base64")
      .replaceAll("=", "");
    const sure = encoded.slice(shift === 0 ? 0 : shift + 1, -2);
    return [sure, sure.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const written = [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    hex,
    plain.toString("latin1"),
    Buffer.from(text, "utf16le").toString("latin1"),
    ...(isId ? [text.replaceAll("-", ""), Buffer.from(text.replaceAll("-", ""), "hex").toString("latin1")] : []),
    ...inBase64.filter((piece) => piece.length >= 6),
  ];
  return [...new Set([...written, plain.toString("latin1")])].map((spelling) => spelling.toLowerCase());
}

function around(lower: string, text: string): string {
  const at = lower.indexOf(text.toLowerCase());
  return at < 0 ? "(encoded)" : lower.slice(Math.max(0, at - 60), at + text.length + 20).replaceAll(/[^\x20-\x7e]/g, ".");
}
