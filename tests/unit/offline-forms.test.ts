import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { BY_REST, OTHER_UPLOADS, OTHERS } from "#tests/e2e/offline-others";
import { appRouter, routesToDocument } from "@/server/api/root";

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

const sources = filesOf("src").filter(({ text }) => !text.includes("initTRPC"));
const CLIENT = String.raw`\b(?:trpc|api|callAs\([^)]*\))\s*\.((?:\w|\s|\.)+?)`;
const ENDS = String.raw`\s*\.\s*(?:useMutation|mutate)\(`;
/** Who asks it to change what, as that is written. */
const named = sources.flatMap(({ name, text }) =>
  namesIn([text], new RegExp(CLIENT + ENDS, "g")).map((call) => ({ call, by: name.replace(/^features\//, "") })),
);
/** Where the name is put together as the page runs: it may be any of those of its router. */
const routers = namesIn(
  sources.map(({ text }) => text),
  new RegExp(String.raw`${CLIENT}\s*\[(?:[^\][]|\[[^\]]*\])*\]${ENDS}`, "g"),
);
const called = new Set([
  ...named.map(({ call }) => call),
  ...routers.flatMap((router) => mutations.filter((name) => name.slice(0, name.lastIndexOf(".")) === router)),
]);
/** The places from which it is asked: the call alone, and with who makes it where several do. */
const places = [...called].flatMap((call) => {
  const all = named.filter((one) => one.call === call);
  return all.length > 1 ? all.map(({ by }) => `${call} by ${by}`) : [call];
});
const walked = new Set(
  sourcesOf("tests/e2e").flatMap((text) =>
    [...text.matchAll(/^\s+(?:\{ )?calls: "([\w.]+)",(?:\s+by: "([\w/-]+)")?/gm)].map(([, call, by]) => (by ? `${call} by ${by}` : call)),
  ),
);
const listed = Object.values(OTHERS).flat();

it("each change is walked through without a network from each place that asks for it, or listed with the reason why not", () => {
  expect(called.size).toBeGreaterThan(250);
  expect(places.length).toBeGreaterThan(called.size);
  expect(routers.toSorted()).toEqual(["trades.cutPlans", "trades.entries", "trades.payments"]);
  const known = new Set<string | undefined>([...walked, ...listed, ...BY_REST]);
  const unasked = mutations.filter((name) => !called.has(name));
  expect([...places, ...unasked].filter((place) => !known.has(place)).toSorted()).toEqual([]);
});

it("what no page asks for is not asked for by any", () => {
  expect(BY_REST.filter((name) => called.has(name))).toEqual([]);
});

it("nothing is walked or listed that is not there or not called any more, or twice", () => {
  const there = new Set<string | undefined>(places);
  expect([...walked, ...listed].filter((place) => !there.has(place))).toEqual([]);
  expect([...called, ...BY_REST].filter((name) => !mutations.includes(name))).toEqual([]);
  expect(listed.filter((place, at) => listed.indexOf(place) !== at)).toEqual([]);
  expect(listed.filter((place) => walked.has(place))).toEqual([]);
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
  expect([...routes].toSorted()).toEqual(Object.keys(routesToDocument()).toSorted());
});
