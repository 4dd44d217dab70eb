const MAX = 80;

/** For so long a mail waits that says that a question is solved: a slip of a key is taken back by then. */
export const SOLVED_MAIL_SECONDS = 45;

/** A message's first line as what it is about. */
export function subjectOf(message: string): string {
  const [line = ""] = message.trim().split("\n");
  const letters = [...line.trim()];
  return letters.length <= MAX ? letters.join("") : `${letters.slice(0, MAX - 1).join("")}…`;
}

/**
 * What is shown of a conversation once a page of it has come: each message once, in the order of its number. Numbers have no gaps: where
 * so much came that the newest page does not follow on what was there, what stands between is asked for from the page on.
 */
export function withPage<Message extends { seq: number }>(known: Message[], page: Message[]): Message[] {
  const [first] = page;
  const last = known.at(-1);
  if (first && last && first.seq > last.seq + 1) return page;
  const bySeq = new Map([...known, ...page].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
