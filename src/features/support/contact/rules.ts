const MAX = 80;

/** A message's first line as what it is about. */
export function subjectOf(message: string): string {
  const [line = ""] = message.trim().split("\n");
  const letters = [...line.trim()];
  return letters.length <= MAX ? letters.join("") : `${letters.slice(0, MAX - 1).join("")}…`;
}
