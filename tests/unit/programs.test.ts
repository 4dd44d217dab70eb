import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The parts of the app that start other programs: PostgreSQL's own, and what makes its folder. */
const STARTS = ["src/server/db/embedded-home.ts", "src/server/db/embedded.ts"];
/** Ways of starting one whose arguments are a list: no shell reads them. */
const WITHOUT_A_SHELL = ["execFile", "execFileSync", "spawn", "spawnSync"];

const IMPORTED = /import\s*(?:type\s*)?\{([^}]*)\}\s*from "node:child_process"/;

describe("other programs (ASVS 5, V1.2.5)", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith("bin/"))
    .map((file) => `src/${file}`);
  const using = files.filter((file) => /["'](?:node:)?child_process["']/.test(readFileSync(file, "utf8"))).toSorted();

  it("are started by the embedded database alone", () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(using).toEqual(STARTS);
  });

  it.each(STARTS)("get their arguments as a list and no shell: %s", (file) => {
    const text = readFileSync(file, "utf8");
    const names = (IMPORTED.exec(text)?.[1] ?? "").split(",").map((name) => name.trim().replace(/^type /, ""));
    const called = names.filter((name) => name !== "" && !/^[A-Z]/.test(name));
    expect(called.length).toBeGreaterThan(0);
    expect(called.filter((name) => !WITHOUT_A_SHELL.includes(name))).toEqual([]);
    expect(text).not.toMatch(/\bshell:/);
  });
});
