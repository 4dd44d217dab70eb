import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Answer, Harness } from "#tests/config/harness";
import { inFrenchToo } from "./texts";
import { sendFile } from "./uploads";

export const R = "/api/user/personalization/learning/resources";
export const V = "/api/admin/learning/video";
export const U = "/api/super/admin/learning/university";
export const D = "/api/super/admin/learning/document";

export const VIDEO = readFileSync("public/learning/tell-me-about-yourself.mp4");
export const VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHello\n";

/** A video as an editor sends it, without its file. */
export const aVideo = (en = "A new video") => ({
  kind: "tutorial",
  title: inFrenchToo(en),
  description: inFrenchToo("What it is about"),
  date: "2026-11-01",
  chapters: [
    { at: 30, title: inFrenchToo("Second") },
    { at: 0, title: inFrenchToo("First") },
  ],
  scales: ["clarity"],
  categories: [],
  question: null,
});

/** What is done with learning resources. @param who the tokens of those who do it: videos are an admin's, documents a super admin's */
export function editing(harness: () => Harness, who: () => { admin: string; boss: string }) {
  const get = (path: string, token: string): Promise<Answer> => harness().call("GET", path, { token });
  const post = (path: string, token: string, body: unknown): Promise<Answer> => harness().call("POST", path, { token, body });
  /** A video that nobody sees yet. @returns its id */
  const made = async (body: object = aVideo()): Promise<string> => {
    const answer = await post(`${V}/save`, who().admin, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.data.uid;
  };
  /** Asks for an address and sends a file as the browser client does. */
  const upload = (slug: string, token: string | undefined, input: object, bytes: Uint8Array, type: string) =>
    sendFile(harness(), token, slug, bytes, { name: `file-${randomUUID()}`, type }, input);
  const sendVideo = (uid: string, bytes: Uint8Array = VIDEO) => upload("learningVideo", who().admin, { uid }, bytes, "video/mp4");
  const sendCaptions = (uid: string, language: string, vtt: string) =>
    upload("learningCaptions", who().admin, { uid, language }, Buffer.from(vtt), "text/vtt");
  const sendPdf = (uid: string, language: string, text: string) =>
    upload("document", who().boss, { uid, language }, Buffer.from(text), "application/pdf");
  return { get, post, made, upload, sendVideo, sendCaptions, sendPdf };
}
