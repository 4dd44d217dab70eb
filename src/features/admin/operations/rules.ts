/** What can fail beside the pages, each with a list of its own. */
export const FAILURES = ["jobs", "events", "mails", "erasures"] as const;

/** Lists of failures are short, or something greater is wrong: of more only so many are shown, the most urgent first. */
export const SHOWN_FAILURES = 100;

/** A job whose latest run did not come to its end. Both are ISO instants, null where there was none. */
export const isFailing = ({ doneAt, failedAt }: { doneAt: string | null; failedAt: string | null }): boolean =>
  failedAt !== null && (doneAt === null || failedAt > doneAt);
