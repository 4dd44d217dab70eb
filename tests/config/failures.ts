import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { SerializedError, TestError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

/** As many lines of an error as tell what it is; all of them stand further up, where it failed. */
const LINES = 16;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const FILE = path.join(root, "test-results/unit-failures.txt");

function* failures(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Generator<string> {
  const said = (name: string, errors: readonly TestError[]): string => {
    const words = errors.flatMap(({ message, diff = "", stack = "" }) => [
      message,
      ...(stack.match(/^ +at .*$/m) ?? []),
      ...stripVTControlCharacters(diff).split("\n"),
    ]);
    return [name, ...words.slice(0, LINES)].join("\n    ");
  };
  for (const module of modules) {
    if (module.errors().length > 0) yield said(module.relativeModuleId, module.errors());
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) yield said(suite.fullName, suite.errors());
    for (const test of module.children.allTests("failed"))
      yield said(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors ?? []);
  }
  if (unhandled.length > 0) yield said("outside of any test", unhandled);
}

/**
 * Leaves what failed in a file: src/bin/test.mjs says it once more at the end of a run, after a thousand lines of browser tests. The file
 * is empty where nothing failed.
 */
export default class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, [...failures(modules, unhandled)].join("\n\n"));
  }
}
