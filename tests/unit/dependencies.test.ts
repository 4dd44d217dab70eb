import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  /** Its files came within another package, whose hash holds for them. */
  inBundle?: boolean;
  /** It comes with a script of its own, to be run where it is installed. */
  hasInstallScript?: boolean;
  license?: string;
  /** For development alone: nothing of it runs where Parley does. */
  dev?: boolean;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const others = Object.entries(packages).filter(([path]) => path !== "");

/** A package's name, by where it stands among the installed. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Everything by which a package may ask for others. */
const ASKS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "bundleDependencies"] as const;
type Asked = Partial<Record<(typeof ASKS)[number], Record<string, string>>>;

describe("what Parley asks for", () => {
  const wanted = JSON.parse(readFileSync("package.json", "utf8")) as Asked;

  // Where the two differ, an installation by the lock stops, and one by package.json takes what nobody has chosen.
  it.each(ASKS)("is what was locked: %s", (kind) => {
    expect((packages[""] as Asked)[kind]).toEqual(wanted[kind]);
  });

  it("is locked, each of it", () => {
    const names = Object.keys({ ...wanted.dependencies, ...wanted.devDependencies });
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !packages[`node_modules/${name}`])).toEqual([]);
  });
});

describe("what runs where packages are installed", () => {
  const { allowScripts, scarfSettings } = JSON.parse(readFileSync("package.json", "utf8")) as {
    allowScripts: Record<string, boolean>;
    scarfSettings: { enabled: boolean };
  };

  // npm 12 runs no script that is not allowed here: what is left out would be missing on the machines it is for.
  it("was chosen for each package, on every kind of machine", () => {
    const withScript = others.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort());
  });

  // @scarf/scarf, which is under the linter of the API's document, tells its maker's server who installs it. An npm older than 11.16 does
  // not know `allowScripts`; the package asks for its own setting then.
  it("is nothing that reports to somebody", () => {
    expect(Object.keys(allowScripts).filter((name) => !allowScripts[name])).toEqual(["@scarf/scarf"]);
    expect(scarfSettings).toEqual({ enabled: false });
  });
});

describe("every package of others", () => {
  it("is pinned to what it was when it was chosen, by its hash", () => {
    expect(others.length).toBeGreaterThan(500);
    const loose = others.filter(([, { version, integrity, inBundle }]) => !version || !(inBundle || integrity?.startsWith("sha512-")));
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  // npm writes where a package came from unless that is the registry that it is set to (omit-lockfile-registry-resolved): a package from
  // git, a folder or somebody's server would say so.
  it("comes from npm's registry", () => {
    expect(readFileSync(".npmrc", "utf8").split("\n")).toContain("omit-lockfile-registry-resolved=true");
    expect(others.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });
});

/** Licences under which Parley may be run and handed on as it is; LGPL is of libraries that sharp loads and nobody changes. */
const GOOD = new Set([
  ...["0BSD", "Apache-2.0", "BSD-3-Clause", "CC-BY-4.0", "CC0-1.0", "ISC", "LGPL-3.0-or-later", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1"],
  "Unlicense",
]);

/** What a package says of itself elsewhere than in the file that npm reads. */
const SAID_ELSEWHERE: Record<string, string> = { "png-js": "MIT" };

const shipped = others
  .filter(([, { dev }]) => !dev)
  .map(([path, { version, license }]) => {
    const name = nameOf(path);
    return { name, line: `${name} ${version}`, license: license ?? SAID_ELSEWHERE[name] ?? "none" };
  });

describe("packages that run with Parley", () => {
  it("are under licences that let it be run and handed on", () => {
    const terms = (license: string): string[] => license.replaceAll(/[()]/g, "").split(/ AND | OR /);
    expect(shipped.filter(({ license }) => !terms(license).every((term) => GOOD.has(term)))).toEqual([]);
    expect(Object.keys(SAID_ELSEWHERE).filter((name) => !shipped.some((one) => one.name === name))).toEqual([]);
  });

  it("are listed by licence; `vitest -u` writes the list anew", async () => {
    const licences = [...new Set(shipped.map(({ license }) => license))].sort();
    const parts = licences.map((licence) => {
      const lines = new Set(shipped.filter(({ license }) => license === licence).map(({ line }) => `- ${line}`));
      return `## ${licence}\n\n${[...lines].sort().join("\n")}\n`;
    });
    const text = `# Packages that run with Parley, by licence\n\nMade from package-lock.json by tests/unit/dependencies.test.ts.\n\n${parts.join("\n")}`;
    await expect(text).toMatchFileSnapshot("../security/licences.md");
  });
});
