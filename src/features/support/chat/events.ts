/** What happened in a conversation; clients ask for the rest. */
export type LiveEvent =
  /** Something was written: up to this number. */
  | { what: "message"; seq: number }
  /** Its state, its marks or who looks after it changed. */
  | { what: "changed" }
  /** Somebody of that side is typing. */
  | { what: "typing"; side: "user" | "support" };

/** As it travels: "support <conversation> <what> [more]"; ids and numbers only. */
export function encodeEvent(conversationId: string, event: LiveEvent): string {
  const more = event.what === "message" ? ` ${event.seq}` : event.what === "typing" ? ` ${event.side}` : "";
  return `support ${conversationId} ${event.what}${more}`;
}

/** @returns null for what is none of ours */
export function decodeEvent(message: string): ({ conversationId: string } & LiveEvent) | null {
  const [area, conversationId = "", what, more] = message.split(" ");
  if (area !== "support") return null;
  if (what === "message") return { conversationId, what, seq: Number(more) };
  if (what === "typing") return { conversationId, what, side: more === "user" ? "user" : "support" };
  return what === "changed" ? { conversationId, what } : null;
}
