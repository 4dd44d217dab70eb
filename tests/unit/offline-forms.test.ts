import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { BY_REST, OTHER_UPLOADS, OTHERS } from "#tests/e2e/offline-others";
import { appRouter, routesToTell } from "@/server/api/root";

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name: path.relative(folder, name).replace(/\.tsx?$/, ""), text: readFileSync(name, "utf8") }));
const sourcesOf = (folder: string): string[] => filesOf(folder).map(({ text }) => text);

const namesIn = (texts: string[], pattern: RegExp): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name.replaceAll(/\s/g, "")))),
];

/** All that the server can be asked to change, however it is asked. */
const mutations = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => (procedure as unknown as { _def: { type: string } })._def.type === "mutation")
  .map(([name]) => name);

const sources = sourcesOf("src").filter((text) => !text.includes("initTRPC"));
const CLIENT = String.raw`\b(?:trpc|api|callAs\([^)]*\))\s*\.((?:\w|\s|\.)+?)`;
const ENDS = String.raw`\s*\.\s*(?:useMutation|mutate)\(`;
/** What pages and components ask it to change, as they are written. */
const named = namesIn(sources, new RegExp(CLIENT + ENDS, "g"));
/** Where the name is put together as the page runs: it may be any of those of its router. */
const routers = namesIn(sources, new RegExp(String.raw`${CLIENT}\s*\[(?:[^\][]|\[[^\]]*\])*\]${ENDS}`, "g"));
const called = new Set([
  ...named,
  ...routers.flatMap((router) => mutations.filter((name) => name.slice(0, name.lastIndexOf(".")) === router)),
]);
const walked = new Set(namesIn(sourcesOf("tests/e2e"), /^\s+(?:\{ )?calls: "([\w.]+)"/gm));
const listed = Object.values(OTHERS).flat();

it("each change that the server can be asked for is walked through without a network, or listed with the reason why not", () => {
  expect(called.size).toBeGreaterThan(250);
  expect(routers.toSorted()).toEqual(["trades.cutPlans", "trades.entries", "trades.payments"]);
  const known = new Set([...walked, ...listed, ...BY_REST]);
  expect(mutations.filter((name) => !known.has(name)).toSorted()).toEqual([]);
});

it("what no page asks for is not asked for by any", () => {
  expect(BY_REST.filter((name) => called.has(name))).toEqual([]);
});

it("nothing is walked or listed that is not there or not called any more, or twice", () => {
  expect([...walked, ...listed].filter((name) => !called.has(name))).toEqual([]);
  expect([...called, ...BY_REST].filter((name) => !mutations.includes(name))).toEqual([]);
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([]);
  expect(listed.filter((name) => walked.has(name))).toEqual([]);
});

it("each way by which files are sent is walked through without a network, or listed with the reason why not", () => {
  const others = Object.values(OTHER_UPLOADS).flatMap((some) => Object.entries(some));
  const tables = sourcesOf("tests/e2e").filter((text) => text.includes("walkUploads("));
  const senders = filesOf("src/features").filter(({ text }) => text.includes("uploadFiles("));
  const elsewhere = filesOf("src").filter(({ name, text }) => text.includes("loadUploader()") && !name.startsWith("features/"));
  expect(elsewhere.map(({ name }) => name)).toEqual(["trpc/uploader"]);
  const walkedBy = namesIn(tables, /^\s+by: "([\w/-]+)"/gm);
  expect([...walkedBy, ...others.map(([by]) => by)].toSorted()).toEqual(senders.map(({ name }) => name).toSorted());
  const routes = new Set([...namesIn(tables, /^\s+sends: "(\w+)"/gm), ...others.map(([, route]) => route)]);
  expect([...routes].toSorted()).toEqual(Object.keys(routesToTell()).toSorted());
});
