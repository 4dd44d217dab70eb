import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const FORBIDDEN = [
  ["src/lib/planted.ts", "@/server/env"],
  ["src/lib/planted.ts", "../server/env"],
  ["src/ui/planted.ts", "@/features/practice/rules"],
  ["src/ui/planted.ts", "@/trpc/client"],
  ["src/server/planted.ts", "@/features/account/queries"],
  ["src/server/http/planted.ts", "@/features/practice/rules"],
  ["src/features/planted/rules.ts", "@/server/db/client"],
  ["src/features/planted/rules.ts", "./queries"],
  ["src/features/planted/schema.ts", "@/ui/button"],
  ["src/features/planted/dto.ts", "@/server/api/trpc"],
  ["src/features/planted/queries.ts", "./components/home"],
  ["src/features/planted/part/rules.ts", "../queries"],
  ["src/features/planted/part/rules.ts", "@/server/db/client"],
  ["src/features/planted/part/dto.ts", "./queries"],
  ["src/features/planted/part/queries.ts", "../components/home"],
  ["src/features/planted/part/mutations.ts", "@/features/practice/hooks/upload-queue"],
  ["src/features/planted/part/router.ts", "@/ui/button"],
  ["src/features/planted/part/components/planted.tsx", "../../part/queries"],
  ["src/features/planted/part/hooks/planted.ts", "@/server/auth"],
  ["src/features/planted/hrefs.ts", "./components/home"],
  ["src/features/planted/components/planted.tsx", "@/server/auth"],
  ["src/features/planted/components/planted.tsx", "../mutations"],
  ["src/features/planted/hooks/planted.ts", "@/app/providers"],
  ["src/app/planted.tsx", "@/server/db/client"],
  ["src/app/planted.tsx", "@/features/practice/queries"],
] as const;

const ALLOWED = [
  ["src/lib/allowed/deeper.ts", "@/lib/app-error"],
  ["src/features/allowed/rules.ts", "@/lib/enums/service"],
  ["src/features/allowed/queries.ts", "./rules"],
  ["src/features/allowed/queries.ts", "@/features/account/queries"],
  ["src/features/allowed/components/planted.tsx", "../rules"],
  ["src/features/allowed/part/rules.ts", "../rules"],
  ["src/features/allowed/part/queries.ts", "../hrefs"],
  ["src/features/allowed/part/queries.ts", "@/features/account/queries"],
  ["src/features/allowed/part/components/planted.tsx", "../../hrefs"],
  ["src/server/allowed.ts", "@/lib/app-error"],
  ["src/app/allowed.tsx", "@/features/practice/components/home"],
] as const;

describe("the direction app → features → server, trpc, ui → lib", () => {
  let found: string[] = [];
  const root = mkdtempSync(path.join(os.tmpdir(), "parley-planted-"));

  const plant = (file: string, lines: string[]) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), `${lines.join("\n")}\n`);
  };

  // The project's own rules, over a folder of planted files: one file holds all the imports that are planted in it.
  beforeAll(() => {
    cpSync("biome.json", path.join(root, "biome.json"));
    for (const [file] of [...FORBIDDEN, ...ALLOWED]) {
      const targets = [...FORBIDDEN, ...ALLOWED].filter((pair) => pair[0] === file).map((pair) => pair[1]);
      plant(
        file,
        targets.flatMap((target, at) => [`import { x${at} } from "${target}";`, `x${at}();`]),
      );
    }
    plant("src/lib/one.ts", ['import { two } from "./two";', "export const one = () => two();"]);
    plant("src/lib/two.ts", ['import { one } from "./one";', "export const two = () => one();"]);
    const biome = path.resolve("node_modules/@biomejs/biome/bin/biome");
    const { stdout } = spawnSync(
      process.execPath,
      [biome, "lint", "--vcs-enabled=false", "--max-diagnostics=500", "--reporter=github", "."],
      { cwd: root, encoding: "utf8" },
    );
    found = stdout.split("\n");
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const said = (rule: string, file: string, line: number) =>
    found.some((text) => text.includes(rule) && text.includes(`file=${path.join(root, file)},`) && text.includes(`line=${line},`));
  const lineOf = (pairs: readonly (readonly [string, string])[], file: string, target: string) =>
    1 + 2 * pairs.filter((pair) => pair[0] === file).findIndex((pair) => pair[1] === target);

  it.each(FORBIDDEN)("%s may not import %s", (file, target) => {
    expect(said("noRestrictedImports", file, lineOf(FORBIDDEN, file, target))).toBe(true);
  });

  it.each(ALLOWED)("%s may import %s", (file, target) => {
    expect(said("noRestrictedImports", file, lineOf(ALLOWED, file, target))).toBe(false);
  });

  it("refuses a circle of imports", () => {
    expect(said("noImportCycles", "src/lib/one.ts", 1)).toBe(true);
  });
});

describe("the vocabulary of a feature", () => {
  const FILES = [
    "schema.ts",
    "rules.ts",
    "hrefs.ts",
    "dto.ts",
    "queries.ts",
    "mutations.ts",
    "events.ts",
    "router.ts",
    "uploads.ts",
    "jobs.ts",
    "state.ts",
    "personal-data.ts",
    "archive.ts",
    "files.ts",
    "commands.ts",
  ];
  const FOLDERS = ["components", "hooks"];

  const entriesOf = (folder: string) => readdirSync(folder, { withFileTypes: true });
  const foldersOf = (folder: string) => entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? path.join(folder, entry.name) : []));
  const features = foldersOf("src/features");
  /** A feature's other folders are features of their own kind: they use the same words, and hold no further ones. */
  const parts = features.flatMap(foldersOf).filter((folder) => !FOLDERS.includes(path.basename(folder)));

  it("is looked for in the features' parts, too", () => {
    expect(parts).toContain(path.join("src/features/account/sessions"));
  });

  it("never leads from a feature to another and back", () => {
    const nameOf = (file: string) => file.split(path.sep)[2] ?? "";
    const leads = new Map(features.map((folder) => [nameOf(folder), new Set<string>()]));
    const files = readdirSync("src/features", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
    for (const file of files.map((name) => path.join("src/features", name))) {
      for (const [, other = ""] of readFileSync(file, "utf8").matchAll(/from "@\/features\/([\w-]+)\//g))
        if (other !== nameOf(file)) leads.get(nameOf(file))?.add(other);
    }
    // Those that lead to nothing that is left go, until none does: what remains is a circle.
    for (let size = 0; size !== leads.size; ) {
      size = leads.size;
      for (const [name, others] of leads) if (![...others].some((other) => leads.has(other))) leads.delete(name);
    }
    expect([...leads.keys()]).toEqual([]);
  });

  it.each([...features, ...parts])("%s uses no other words", (folder) => {
    const isPart = parts.includes(folder);
    const strange = entriesOf(folder).filter((entry) => {
      if (!entry.isDirectory()) return !FILES.includes(entry.name);
      return !FOLDERS.includes(entry.name) && (isPart || !parts.includes(path.join(folder, entry.name)));
    });
    expect(strange.map((entry) => entry.name)).toEqual([]);
  });

  it.each(parts)("%s holds something", (folder) => {
    expect(entriesOf(folder).some((entry) => FILES.includes(entry.name))).toBe(true);
  });
});
