import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import messages from "#messages/en.json";
import { ERROR_STATUS } from "@/lib/app-error";
import * as durations from "@/lib/durations";

const DOCUMENT = readFileSync(".github/LIMITS-AND-FIELDS.md", "utf8");

/** What stands between backticks in a cell. */
const named = (cell = ""): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The rows of the table under a heading, by the names of its columns. */
function tableOf(heading: string): Record<string, string>[] {
  const [, section = ""] = DOCUMENT.split(`\n## ${heading}\n`);
  const [names = [], , ...rows] = (section.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    );
  return rows.map((cells) => {
    if (cells.length !== names.length) throw new Error(`a row has other cells than the table: ${cells.join(" | ")}`);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
  });
}

const limits = tableOf("Limits");
const together = tableOf("Fields that belong together");
const fields = tableOf("Who reads and writes what");

/** A constant of a file: as it exports it, or as its text has it. Undefined where it has none of that name. */
async function constantIn(file: string, name: string): Promise<unknown> {
  const text = readFileSync(`src/${file}`, "utf8");
  if (new RegExp(`^export const ${name}\\b`, "m").test(text)) {
    const module: Record<string, unknown> = await import(path.resolve("src", file));
    return module[name];
  }
  const [, written] = new RegExp(`^const ${name} = ([^;]+?)(?: as const[^;]*)?;$`, "m").exec(text) ?? [];
  return written && runInNewContext(`(${written})`, { ...durations });
}

/** The number that `NAME` or `NAME.part.part` stands for in the first file that has it. */
async function valueIn(files: readonly string[], called: string): Promise<unknown> {
  const [name = "", ...parts] = called.split(".");
  for (const file of files) {
    const constant = await constantIn(file, name);
    if (constant !== undefined)
      return parts.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], constant);
  }
  return undefined;
}

const BYTES: Record<string, number> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, MB: 1e6, GB: 1e9 };
const MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The numbers of a limit as its constants have them: in bytes, and in milliseconds where a name ends so. */
const numbersOf = (limit: string, constants: readonly string[]): number[] =>
  [...limit.matchAll(/(\d+(?:,\d{3})*(?:\.\d+)?)(?: ([a-zA-Z]+))?/g)].map(([, digits = "", unit = ""], at) => {
    const scale = constants[at]?.endsWith("_MS") ? MS[unit.replace(/s$/, "")] : BYTES[unit];
    return Number(digits.replaceAll(",", "")) * (scale ?? 1);
  });

describe("the document of limits and fields", () => {
  it("has three tables", () => {
    expect(limits.length).toBeGreaterThanOrEqual(40);
    expect(together.length).toBeGreaterThanOrEqual(20);
    expect(fields.length).toBeGreaterThanOrEqual(30);
  });

  it("names files that are there", () => {
    const rows = [...limits, ...together, ...fields];
    expect(rows.filter(({ where }) => named(where).length === 0)).toEqual([]);
    expect(rows.flatMap(({ where }) => named(where)).filter((file) => !existsSync(`src/${file}`))).toEqual([]);
  });

  it("names error codes and keys of validation that are there", () => {
    const known = new Set([...Object.keys(ERROR_STATUS), ...Object.keys(messages.validation)]);
    const told = [...limits.map((row) => row["past it"]), ...together.map(({ otherwise }) => otherwise)].flatMap(named);
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((code) => !known.has(code))).toEqual([]);
    expect(together.filter(({ otherwise }) => named(otherwise).length === 0)).toEqual([]);
  });

  it.each(limits.filter(({ constants }) => constants !== "–"))(
    "limits $feature: $what to $limit",
    async ({ limit = "", constants, where }) => {
      const names = named(constants);
      expect(names).not.toEqual([]);
      const values = await Promise.all(names.map((name) => valueIn(named(where), name)));
      expect(numbersOf(limit, names)).toEqual(values);
    },
  );
});
