import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than a minute of two busy cores. Most are short to read: by their size they would begin last, beside an idle core. */
const LONG = [
  "peer-review-simulation",
  "fuzz",
  "permissions-shared",
  "subscription-lives",
  "repeated-calls",
  "budgets",
  "backup",
  "backup-unfinished",
  "trades-isolation",
  "permissions-own",
].map((name) => `/${name}.test.ts`);

const place = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((name) => moduleId.endsWith(name));
  return at < 0 ? LONG.length : at;
};

/** What takes longest begins first, so that both cores have something to do until the end; the rest as Vitest would. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
