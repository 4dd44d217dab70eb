// Makes the learning area's videos out of their slides and narration: node src/bin/make-videos.mjs [slug …]
// Needs ffmpeg and espeak-ng. What it makes is committed (public/learning/*.mp4 and the tracks beside the content), so nobody
// but an author of videos ever runs it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";

const CONTENT = "src/server/db/content/learning";
const OUT = "public/learning";
const TRACKS = `${CONTENT}/tracks.json`;
const LOCALES = ["en", "fr", "vi", "cn", "ar"];
const WIDTH = 960;
const HEIGHT = 540;
/** Silence after each slide, in seconds: room to breathe. */
const PAUSE = 0.7;

const run = (command, args) => execFileSync(command, args, { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
const seconds = (file) => Number(run("ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file]));
const inXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** One slide: its title large, its points below, and where in the video it stands. */
function slide({ title, points }, at, of) {
  const lines = points
    .map(
      (point, index) =>
        `<circle cx="92" cy="${262 + index * 68}" r="7" fill="#5fd0a8"/><text x="118" y="${273 + index * 68}" font-size="31">${inXml(point)}</text>`,
    )
    .join("");
  const size = title.length > 32 ? 40 : 48;
  const bars = Array.from(
    { length: of },
    (_, index) => `<rect x="${80 + index * 44}" y="472" width="34" height="6" rx="3" fill="${index <= at ? "#5fd0a8" : "#2f4b43"}"/>`,
  ).join("");
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#10211c"/>
<path d="M960 0v540H640C760 430 720 120 960 0z" fill="#173029"/><g font-family="DejaVu Sans, Verdana, sans-serif" fill="#eef6f2">
<text x="80" y="88" font-size="22" fill="#8fb8a9">Parley</text><text x="80" y="184" font-size="${size}" font-weight="700">${inXml(title)}</text>${lines}</g>${bars}</svg>`);
}

const stamp = (at) => {
  const ms = Math.round(at * 1000);
  const part = (value, length = 2) => String(value).padStart(length, "0");
  return `${part(Math.floor(ms / 3_600_000))}:${part(Math.floor(ms / 60_000) % 60)}:${part(Math.floor(ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
};

/** A narration's sentences as cues, each for its share of the time: short enough to read, in the order in which they are said. */
function cues(text, from, to) {
  const sentences = text
    .match(/[^.!?。！？؟…]+[.!?。！？؟…]*["”»』」]?\s*/gu)
    ?.map((part) => part.trim())
    .filter(Boolean) ?? [text];
  const total = sentences.reduce((sum, part) => sum + part.length, 0);
  let at = from;
  return sentences.map((part) => {
    const start = at;
    at += ((to - from) * part.length) / total;
    return `${stamp(start)} --> ${stamp(at)}\n${part}\n`;
  });
}

function make(video, folder) {
  const parts = [];
  const chapters = [];
  const captions = Object.fromEntries(LOCALES.map((locale) => [locale, []]));
  let at = 0;
  for (const [index, { say, title }] of video.slides.entries()) {
    const wav = path.join(folder, `${index}.wav`);
    run("espeak-ng", ["-v", "en-gb", "-s", "150", "-p", "42", "-g", "4", "-w", wav, say.en]);
    const spoken = seconds(wav);
    chapters.push({ at: Math.round(at * 100) / 100, title });
    for (const locale of LOCALES) captions[locale].push(...cues(say[locale], at, at + spoken));
    parts.push({ image: path.join(folder, `${index}.png`), wav, length: spoken + PAUSE });
    at += spoken + PAUSE;
  }
  const images = parts.map(({ image, length }) => `file '${image}'\nduration ${length.toFixed(3)}`).join("\n");
  // The concat demuxer wants the last picture once more.
  writeFileSync(path.join(folder, "images.txt"), `${images}\nfile '${parts.at(-1).image}'\n`);
  const padded = parts.map((_, index) => `[${index + 1}:a]apad=pad_dur=${PAUSE}[a${index}]`).join(";");
  const joined = `${parts.map((_, index) => `[a${index}]`).join("")}concat=n=${parts.length}:v=0:a=1,loudnorm=I=-18:TP=-2[a]`;
  const file = path.join(OUT, `${video.slug}.mp4`);
  run("ffmpeg", [
    "-y",
    "-v",
    "error",
    "-f",
    "concat",
    "-safe",
    "0",
    "-i",
    path.join(folder, "images.txt"),
    ...parts.flatMap(({ wav }) => ["-i", wav]),
    "-filter_complex",
    `${padded};${joined}`,
    "-map",
    "0:v",
    "-map",
    "[a]",
    "-c:v",
    "libx264",
    "-preset",
    "veryslow",
    "-tune",
    "stillimage",
    "-crf",
    "33",
    "-r",
    "2",
    "-g",
    "20",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-b:a",
    "28k",
    "-ac",
    "1",
    "-ar",
    "24000",
    "-t",
    at.toFixed(3),
    "-movflags",
    "+faststart",
    file,
  ]);
  const vtt = Object.fromEntries(LOCALES.map((locale) => [locale, `WEBVTT\n\n${captions[locale].join("\n")}`]));
  return { duration: Math.round(seconds(file) * 100) / 100, chapters, captions: vtt, bytes: statSync(file).size };
}

const read = (name) => JSON.parse(readFileSync(`${CONTENT}/${name}.json`, "utf8"));
const wanted = process.argv.slice(2);
const all = [...read("mentorship"), ...read("tutorials")];
const tracks = existsSync(TRACKS) ? JSON.parse(readFileSync(TRACKS, "utf8")) : {};
mkdirSync(OUT, { recursive: true });
for (const video of all.filter(({ slug }) => wanted.length === 0 || wanted.includes(slug))) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "parley-video-"));
  for (const [index, { title, points }] of video.slides.entries()) {
    await sharp(slide({ title: title.en, points }, index, video.slides.length))
      .png()
      .toFile(path.join(folder, `${index}.png`));
  }
  const { bytes, ...track } = make(video, folder);
  tracks[video.slug] = track;
  rmSync(folder, { recursive: true });
  console.log(`${video.slug}: ${track.duration} s, ${Math.round(bytes / 1024)} kB`);
}
const known = new Set(all.map(({ slug }) => slug));
const kept = Object.fromEntries(
  Object.entries(tracks)
    .filter(([slug]) => known.has(slug))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);
writeFileSync(TRACKS, `${JSON.stringify(kept, null, 2)}\n`);
