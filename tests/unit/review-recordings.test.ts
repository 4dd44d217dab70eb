import { describe, expect, it } from "vitest";
import { markedRecording } from "#tests/factories/marked-media";
import { ebml, webmOf } from "#tests/factories/reviews";
import { cleaning, containerOf, isCleanable } from "@/lib/recordings/cleaning";
import { Unreadable } from "@/lib/recordings/container";

const reader = (bytes: Uint8Array) => async (at: number, length: number) => bytes.subarray(at, at + length);

async function cleaned(container: "webm" | "mp4" | "ogg", bytes: Uint8Array): Promise<Buffer> {
  const out = Buffer.from(bytes);
  for (const patch of (await cleaning(container, reader(bytes), bytes.length)).patches) out.set(patch.bytes, patch.at);
  expect(out.length).toBe(bytes.length);
  return out;
}

const box = (name: string, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, body]);
};

const page = (sequence: number, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(28);
  head.write("OggS");
  head.writeUInt32LE(sequence, 18);
  head.writeUInt32LE(0xdeadbeef, 22);
  head[26] = 1;
  head[27] = content.length;
  return Buffer.concat([head, content]);
};

describe("a copy for reviewers says nothing of who made it", () => {
  it("in WebM: title, programs and tags are gone, and players find all else where it was", async () => {
    const bytes = webmOf({ title: "Ada Testova", writer: "Ada's Phone", tag: "Khartoum" });
    const out = await cleaned("webm", bytes);
    for (const name of ["Ada", "Phone", "Khartoum"]) {
      expect(bytes.includes(name)).toBe(true);
      expect(out.includes(name)).toBe(false);
    }
    // The sound is as it was.
    const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
    expect(out.subarray(out.indexOf(cluster), out.indexOf(cluster) + 80)).toEqual(
      bytes.subarray(bytes.indexOf(cluster), bytes.indexOf(cluster) + 80),
    );
  });

  it("in WebM of any length of tags, and in a live one whose clusters do not know their lengths", async () => {
    const live = Buffer.concat([
      Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0xff]),
      ebml([0xe7], Buffer.from([0])),
      ebml([0xa3], Buffer.alloc(9, 7)),
    ]);
    const head = ebml([0x1a, 0x45, 0xdf, 0xa3], ebml([0x42, 0x82], "webm"));
    for (const length of [1, 100, 130, 70_000]) {
      const tags = ebml([0x12, 0x54, 0xc3, 0x67], Buffer.alloc(length, "x"));
      const bytes = Buffer.concat([head, Buffer.from([0x18, 0x53, 0x80, 0x67, 0xff]), live, live, tags]);
      const out = await cleaned("webm", bytes);
      expect(out.includes("x")).toBe(false);
      // What took its place is one element of the same length: reading on finds the end.
      await expect(cleaning("webm", reader(out), out.length)).resolves.toMatchObject({ patches: [] });
    }
  });

  it("in MP4: user data, handlers' names and times are gone", async () => {
    const handler = box("hdlr", Buffer.alloc(24), Buffer.from("Core Media of Ada\0"));
    const times = Buffer.alloc(100);
    times.writeUInt32BE(0xe1234567, 4);
    const bytes = Buffer.concat([
      box("ftyp", Buffer.from("M4A ")),
      box("moov", box("mvhd", times), box("trak", box("mdia", handler)), box("udta", Buffer.from("GPS of Ada"))),
      box("mdat", Buffer.from("the sound")),
    ]);
    const out = await cleaned("mp4", bytes);
    expect(out.includes("Ada")).toBe(false);
    expect(out.includes(Buffer.from([0xe1, 0x23, 0x45, 0x67]))).toBe(false);
    expect(out.includes("the sound")).toBe(true);
    expect(out.includes("free")).toBe(true);
  });

  it("in Ogg: comments are none, and the page's sum fits", async () => {
    const vendor = Buffer.from("OpusTags\u0008\0\0\0Adas Mac\u0001\0\0\0\u000a\0\0\0ARTIST=Ada", "latin1");
    const bytes = Buffer.concat([page(0, Buffer.from("OpusHead............")), page(1, vendor), page(2, Buffer.from("sound"))]);
    const out = await cleaned("ogg", bytes);
    expect(out.includes("Ada")).toBe(false);
    expect(out.includes("sound")).toBe(true);
    const sum = out.readUInt32LE(48 + 22);
    expect(sum).not.toBe(0xdeadbeef);
    expect(sum).not.toBe(0);
  });

  it("refuses what is not what it says", async () => {
    for (const container of ["webm", "mp4", "ogg"] as const) {
      const bytes = Buffer.alloc(2000, "nothing of a recording ");
      await expect(cleaning(container, reader(bytes), bytes.length)).rejects.toBeInstanceOf(Unreadable);
    }
    const cut = webmOf().subarray(0, 60);
    await expect(cleaning("webm", reader(cut), cut.length)).rejects.toBeInstanceOf(Unreadable);
  });

  it("refuses what lies deeper, or has more to write over, than any recorder writes: neither may fill the memory", async () => {
    const nested = (deep: number, wrap: (inner: Uint8Array) => Buffer) =>
      Array.from({ length: deep }).reduce<Buffer>((inner) => wrap(inner), Buffer.alloc(0));
    const mp4 = (...boxes: Uint8Array[]) => Buffer.concat([box("ftyp", Buffer.from("M4A ")), ...boxes]);
    const webm = (...elements: Uint8Array[]) => Buffer.concat([ebml([0x1a, 0x45, 0xdf, 0xa3], ebml([0x42, 0x82], "webm")), ...elements]);
    const moovs = (deep: number) => mp4(nested(deep, (inner) => box("moov", inner)));
    const segments = (deep: number) => webm(nested(deep, (inner) => ebml([0x18, 0x53, 0x80, 0x67], inner)));
    const many = (one: Uint8Array) => Array.from({ length: 20_000 }, () => one);
    const told = mp4(...many(box("udta")));
    const tagged = webm(...many(ebml([0x12, 0x54, 0xc3, 0x67], Buffer.alloc(1))));
    for (const bytes of [moovs(100), told]) await expect(cleaning("mp4", reader(bytes), bytes.length)).rejects.toBeInstanceOf(Unreadable);
    for (const bytes of [segments(100), tagged])
      await expect(cleaning("webm", reader(bytes), bytes.length)).rejects.toBeInstanceOf(Unreadable);
    for (const [container, bytes] of [["mp4", moovs(8)] as const, ["webm", segments(8)] as const])
      await expect(cleaning(container, reader(bytes), bytes.length)).resolves.toMatchObject({ patches: [] });
  });

  const lengthOf = async (container: "webm" | "mp4" | "ogg", bytes: Uint8Array) =>
    (await cleaning(container, reader(bytes), bytes.length)).lengthMs;

  const file = (...boxes: Uint8Array[]) => Buffer.concat([box("ftyp", Buffer.from("M4A ")), ...boxes]);

  it.each(["webm", "mp4", "fragmented mp4"] as const)("and the same look tells how long it is: of %s", async (made) => {
    const container = made === "webm" ? "webm" : "mp4";
    for (const seconds of [3, 61]) {
      const { bytes } = await markedRecording(
        { title: "", artist: "", comment: "", track: "" },
        { container, seconds, fragmented: made === "fragmented mp4" },
      );
      expect(bytes.includes("moof")).toBe(made === "fragmented mp4");
      expect(Math.abs(((await lengthOf(container, bytes)) ?? 0) - seconds * 1000)).toBeLessThan(100);
    }
  });

  it("of a live WebM by its last block, whatever the head says and however long a tick is", async () => {
    const block = (ticks: number) => Uint8Array.of(0x81, ticks >> 8, ticks & 255, 0x80, 1, 2, 3);
    const live = (begin: number, ...blocks: Uint8Array[]) =>
      Buffer.concat([Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0xff]), ebml([0xe7], Buffer.from([begin >> 8, begin & 255])), ...blocks]);
    const file = (...info: Uint8Array[]) =>
      Buffer.concat([
        ebml([0x1a, 0x45, 0xdf, 0xa3], ebml([0x42, 0x82], "webm")),
        Buffer.from([0x18, 0x53, 0x80, 0x67, 0xff]),
        ebml([0x15, 0x49, 0xa9, 0x66], ...info),
        ebml([0x16, 0x54, 0xae, 0x6b], ebml([0xae], ebml([0xd7], Buffer.from([1])))),
        live(0, ebml([0xa3], block(0)), ebml([0xa3], block(9000))),
        live(10_000, ebml([0xa3], block(0)), ebml([0xa0], ebml([0xa1], block(2000))), ebml([0xa3], block(-20))),
      ]);
    const said = ebml([0x44, 0x89], Buffer.from([0x49, 0x12, 0x4f, 0x80]));
    expect(await lengthOf("webm", file(said))).toBe(12_000);
    expect(await lengthOf("webm", file(ebml([0x2a, 0xd7, 0xb1], Buffer.from([0x07, 0xa1, 0x20]))))).toBe(6000);
    // Without a track nothing plays, however long it says that it is.
    expect(await lengthOf("webm", webmOf())).toBeUndefined();
  });

  it("of an MP4 where its head says it", async () => {
    const head = (ticks: number) => {
      const fields = Buffer.alloc(100);
      fields.writeUInt32BE(600, 12);
      fields.writeUInt32BE(ticks, 16);
      return box("moov", box("mvhd", fields));
    };
    const wide = Buffer.alloc(112);
    wide[0] = 1;
    wide.writeUInt32BE(600, 20);
    wide.writeUInt32BE(36_000, 28);
    expect(await lengthOf("mp4", file(head(36_000)))).toBe(60_000);
    expect(await lengthOf("mp4", file(box("moov", box("mvhd", wide))))).toBe(60_000);
    for (const unknown of [file(head(0)), file(head(0xffffffff)), file(box("moof")), file()])
      expect(await lengthOf("mp4", unknown)).toBeUndefined();
  });

  it("of an MP4 in fragments by its samples, however they say how long they are", async () => {
    const u32 = (...values: number[]) =>
      Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])));
    // One track of 1,000 ticks a second, whose samples are 20 ticks long unless it is said.
    const moov = box(
      "moov",
      box("mvhd", Buffer.alloc(100)),
      box("trak", box("tkhd", u32(0, 0, 0, 7, 0, 0)), box("mdia", box("mdhd", u32(0, 0, 0, 1000, 0, 0)))),
      box("mvex", box("trex", u32(0, 7, 1, 20, 0, 0))),
    );
    const fragment = (...boxes: Uint8Array[]) => box("moof", box("traf", ...boxes));
    const plain = box("tfhd", u32(0, 7));
    const usual = fragment(plain, box("tfdt", u32(0, 0)), box("trun", u32(0, 50)));
    const own = fragment(box("tfhd", u32(0xb, 7, 0, 0, 1, 40)), box("tfdt", u32(0x01000000, 0, 1000)), box("trun", u32(0x1, 50, 8)));
    const each = fragment(plain, box("trun", u32(0x305, 3, 8, 0, 100, 9, 200, 9, 300, 9)));
    const long = fragment(plain, box("trun", u32(0x100, 20_000), u32(...Array.from({ length: 20_000 }, () => 1))));
    expect(await lengthOf("mp4", file(moov, usual))).toBe(1000);
    expect(await lengthOf("mp4", file(moov, usual, own))).toBe(3000);
    expect(await lengthOf("mp4", file(moov, usual, own, each))).toBe(3600);
    expect(await lengthOf("mp4", file(moov, usual, own, each, long))).toBe(23_600);
    // What is cut out of a stream begins where it stood there.
    const later = fragment(plain, box("tfdt", u32(0, 60_000)), box("trun", u32(0, 50)));
    const after = fragment(plain, box("tfdt", u32(0, 61_000)), box("trun", u32(0, 50)));
    expect(await lengthOf("mp4", file(moov, later, after))).toBe(2000);
    const cut = file(moov, fragment(plain, box("trun", u32(0x100, 1_000_000, 20))));
    await expect(cleaning("mp4", reader(cut), cut.length)).rejects.toBeInstanceOf(Unreadable);
    // More tracks than any recorder has are memory.
    const tracks = file(...Array.from({ length: 101 }, (_, id) => box("mvex", box("trex", u32(0, id, 1, 20, 0, 0)))));
    await expect(cleaning("mp4", reader(tracks), tracks.length)).rejects.toBeInstanceOf(Unreadable);
  });

  it("of an Ogg by its last page, less what players pass over", async () => {
    const first = Buffer.from("OpusHead\u0001\u0001\u0038\u0001.......", "latin1");
    const last = page(2, Buffer.from("sound"));
    last.writeBigUInt64LE(BigInt(48_000 * 60 + 0x138), 6);
    const tags = Buffer.from("OpusTags\0\0\0\0\0\0\0\0", "latin1");
    expect(await lengthOf("ogg", Buffer.concat([page(0, first), page(1, tags), last]))).toBe(60_000);
    expect(await lengthOf("ogg", Buffer.concat([page(0, first), page(1, tags)]))).toBeUndefined();
  });

  it("knows what it can free", () => {
    expect(["audio/webm", "video/webm", "audio/mp4", "video/mp4", "audio/ogg", "audio/mpeg", "constructor"].map(isCleanable)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(containerOf("video/mp4")).toBe("mp4");
  });
});
