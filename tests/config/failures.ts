import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { TestError } from "vitest";
import type { Reporter } from "vitest/node";

/** As many lines of an error as tell what it is; all of them stand further up, where it failed. */
const LINES = 16;

/**
 * Leaves what failed in a file: src/bin/test.mjs says it once more at the end of a run, after a thousand lines of browser tests. The file
 * is empty where nothing failed.
 */
export function failuresTo(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      const failed: string[] = [];
      const say = (name: string, errors: readonly TestError[]) => {
        const words = errors.flatMap(({ message, diff = "", stack = "" }) => [
          message,
          ...(stack.match(/^ +at .*$/m) ?? []),
          ...stripVTControlCharacters(diff).split("\n"),
        ]);
        failed.push([name, ...words.slice(0, LINES)].join("\n    "));
      };
      for (const module of modules) {
        if (module.errors().length > 0) say(module.relativeModuleId, module.errors());
        for (const suite of module.children.allSuites()) if (suite.errors().length > 0) say(suite.fullName, suite.errors());
        for (const test of module.children.allTests("failed"))
          say(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors ?? []);
      }
      if (unhandled.length > 0) say("outside of any test", unhandled);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, failed.join("\n\n"));
    },
  };
}
