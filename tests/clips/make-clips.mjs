// Makes the clips of this folder, once: `node tests/clips/make-clips.mjs` where espeak-ng and ffmpeg are installed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const RATE = 16_000;
const folder = import.meta.dirname;
const temporary = mkdtempSync(path.join(os.tmpdir(), "clips-"));

/** What is said, with its syllables as a person counts them. */
const SENTENCES = {
  team: { text: "Last summer I managed a team of seven people.", syllables: 13 },
  office: { text: "We had to move the whole office in a weekend.", syllables: 12 },
  plan: { text: "I made a simple plan and called each supplier.", syllables: 12 },
  phones: { text: "On Monday morning all of the telephones rang.", syllables: 12 },
};

/** A number is a silence in milliseconds. */
const CLIPS = {
  slow: { wordsPerMinute: 135, parts: [200, "team", 150, "office", 200] },
  normal: { wordsPerMinute: 170, parts: [200, "team", 150, "office", 200] },
  fast: { wordsPerMinute: 240, parts: [200, "team", 150, "office", 200] },
  "one-pause": { wordsPerMinute: 240, parts: [500, "plan", 1200, "phones", 300] },
  "three-pauses": { wordsPerMinute: 240, parts: [1200, "team", 650, "plan", 900, "office", 1400, "phones", 300] },
};

/** One sentence as 16-bit samples, from its first to its last sound: espeak-ng leaves zeros around it. */
function say(name, wordsPerMinute) {
  const [spoken, resampled] = ["spoken.wav", "resampled.raw"].map((file) => path.join(temporary, file));
  execFileSync("espeak-ng", ["-v", "en-gb", "-s", String(wordsPerMinute), "-w", spoken, SENTENCES[name].text]);
  execFileSync("ffmpeg", ["-v", "error", "-y", "-i", spoken, "-ar", String(RATE), "-ac", "1", "-f", "s16le", resampled]);
  const bytes = readFileSync(resampled);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const loud = (sample) => Math.abs(sample) > 150;
  return samples.slice(samples.findIndex(loud), samples.findLastIndex(loud) + 1);
}

function wav(samples) {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

const ms = (count) => Math.round((count / RATE) * 1000);
const known = {};
for (const [clip, { wordsPerMinute, parts }] of Object.entries(CLIPS)) {
  const pieces = parts.map((part) => (typeof part === "number" ? new Int16Array((part * RATE) / 1000) : say(part, wordsPerMinute)));
  const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  const spoken = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    samples.set(piece, at);
    if (typeof parts[index] === "string") spoken.push({ startMs: ms(at), endMs: ms(at + piece.length), sentence: parts[index] });
    at += piece.length;
  }
  writeFileSync(path.join(folder, `${clip}.wav`), wav(samples));
  const syllables = spoken.reduce((sum, { sentence }) => sum + SENTENCES[sentence].syllables, 0);
  known[clip] = { wordsPerMinute, durationMs: ms(samples.length), syllables, spoken };
}
writeFileSync(path.join(folder, "clips.json"), `${JSON.stringify(known, null, 2)}\n`);
rmSync(temporary, { recursive: true });
