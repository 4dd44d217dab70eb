import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { SerializedError, TestError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

/** As many lines of an error as tell what it is; all of them stand further up, where it failed. */
const LINES = 16;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const FAILURES = path.join(root, "test-results/unit-failures.txt");
const SECOND_TRIES = path.join(root, "test-results/unit-second-tries.txt");

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

/** What ran out of time at first, and passed when it was tried once more. */
function* secondTries(modules: readonly TestModule[]): Generator<string> {
  for (const module of modules)
    for (const test of module.children.allTests("passed"))
      if (test.diagnostic()?.flaky) yield `${module.relativeModuleId} > ${test.fullName}`;
}

/**
 * Leaves what failed in a file, and in another one what passed at its second try: src/bin/test.mjs says both once more at the end of a run,
 * after a thousand lines of browser tests. The files are empty where there is nothing to say.
 */
export default class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    mkdirSync(path.dirname(FAILURES), { recursive: true });
    writeFileSync(FAILURES, [...failures(modules, unhandled)].join("\n\n"));
    writeFileSync(SECOND_TRIES, [...secondTries(modules)].join("\n"));
  }
}
