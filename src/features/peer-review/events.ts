/** What happened in somebody's peer reviews; clients ask for the rest. No id in it is the other side's. */
export type LiveEvent = { what: "request" | "assignment" | "given"; uid: string } | { what: "care" };

/** As it travels: "peerReview <what> [uid]". */
export const encodeEvent = (event: LiveEvent): string => `peerReview ${event.what}${event.what === "care" ? "" : ` ${event.uid}`}`;

/** @returns null for what is none of ours */
export function decodeEvent(message: string): LiveEvent | null {
  const [area, what, uid = ""] = message.split(" ");
  if (area !== "peerReview") return null;
  if (what === "request" || what === "assignment" || what === "given") return { what, uid };
  return what === "care" ? { what } : null;
}
