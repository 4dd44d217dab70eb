import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  /** Its files came within another package, whose hash holds for them. */
  inBundle?: boolean;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const others = Object.entries(packages).filter(([path]) => path !== "");

describe("every package of others", () => {
  it("is pinned to what it was when it was chosen, by its hash", () => {
    expect(others.length).toBeGreaterThan(500);
    const loose = others.filter(([, { version, integrity, inBundle }]) => !version || !(inBundle || integrity?.startsWith("sha512-")));
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it("comes from npm's registry", () => {
    const elsewhere = others.filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"));
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });
});
