/** What concerns those who look at a topic, and at a room's list. */
export const topicTopic = (topicId: string): string => `forum:topic:${topicId}`;
export const roomTopic = (professionId: string): string => `forum:room:${professionId}`;

/** What happened in the community; clients ask for the rest. */
export type LiveEvent =
  /** Something was written: up to this number. */
  | { what: "post"; seq: number }
  /** A message is no longer as it was: its words, its state, what was said of it. */
  | { what: "changed"; post: string }
  /** The topic itself is: its title, its state, its place, its answer. */
  | { what: "turned" }
  /** This person is typing. */
  | { what: "typing"; user: string };

/** As it travels: "forum <topic> <what> [more]"; ids and numbers only. */
export function encodeEvent(topicId: string, event: LiveEvent): string {
  const more =
    event.what === "post" ? ` ${event.seq}` : event.what === "changed" ? ` ${event.post}` : event.what === "typing" ? ` ${event.user}` : "";
  return `forum ${topicId} ${event.what}${more}`;
}

/** @returns null for what is none of ours */
export function decodeEvent(message: string): ({ topicId: string } & LiveEvent) | null {
  const [area, topicId = "", what, more = ""] = message.split(" ");
  if (area !== "forum") return null;
  if (what === "post") return { topicId, what, seq: Number(more) };
  if (what === "changed") return { topicId, what, post: more };
  if (what === "typing") return { topicId, what, user: more };
  return what === "turned" ? { topicId, what } : null;
}
