import { DAY_MS } from "@/lib/durations";
import { CONVERSATION_STATES, type ConversationSide, type ConversationState } from "@/lib/enums/support";
import { type FileProblem, fileProblem, PICTURE_TYPES } from "@/lib/file-kinds";
import { lifecycle } from "@/lib/lifecycle";

type Taker = ConversationSide | "clock";

/** Every step of a conversation, and whose it is: `clock` is what the app does by itself. */
export const conversation = lifecycle<ConversationState, Taker>(CONVERSATION_STATES, [
  { from: "new", to: "open", by: "support" },
  { from: "new", to: "waiting_user", by: "support" },
  { from: "new", to: "snoozed", by: "support" },
  { from: "new", to: "resolved", by: "support" },
  { from: "open", to: "waiting_user", by: "support" },
  { from: "open", to: "snoozed", by: "support" },
  { from: "open", to: "resolved", by: "support" },
  { from: "waiting_user", to: "open", by: "user" },
  { from: "waiting_user", to: "snoozed", by: "support" },
  { from: "waiting_user", to: "resolved", by: "support" },
  { from: "snoozed", to: "open", by: "clock" },
  { from: "snoozed", to: "open", by: "support" },
  { from: "snoozed", to: "open", by: "user" },
  { from: "snoozed", to: "waiting_user", by: "support" },
  { from: "snoozed", to: "resolved", by: "support" },
  { from: "resolved", to: "open", by: "user" },
  { from: "resolved", to: "open", by: "support" },
  { from: "resolved", to: "waiting_user", by: "support" },
  { from: "resolved", to: "closed", by: "clock" },
]);

/** For so long a message of its author opens a solved conversation again; then it is closed. */
export const REOPEN_DAYS = 7;

export const reopensUntil = (resolvedAt: Date): Date => new Date(resolvedAt.getTime() + REOPEN_DAYS * DAY_MS);

interface Standing {
  state: ConversationState;
  resolvedAt: Date | null;
}

/** Whether its time is over, also where the clock has not come by yet. */
export const isClosed = ({ state, resolvedAt }: Standing, now: Date): boolean =>
  state === "closed" || (state === "resolved" && resolvedAt !== null && now >= reopensUntil(resolvedAt));

/**
 * Where a conversation stands after somebody wrote in it.
 * @returns null where nobody can write any more
 */
export function afterMessage(standing: Standing, side: ConversationSide, now: Date): ConversationState | null {
  if (isClosed(standing, now)) return null;
  if (side === "support") return "waiting_user";
  // A new one stays new until somebody of the team takes it up.
  return standing.state === "new" ? "new" : "open";
}

/** What may be attached: pictures that browsers show, and PDFs. */
export const ATTACHMENT_TYPES = [...PICTURE_TYPES, "application/pdf"] as const;
export const MAX_ATTACHMENTS = 5;
export const MAX_ATTACHMENT_BYTES = 10 * 1024 ** 2;

/** Why a file cannot be attached, as far as that can be told before its bytes are looked at; the words are `support.files.<problem>`. */
export const attachmentProblem = (file: { name: string; type: string; size: number }): FileProblem | null =>
  fileProblem(file, { types: ATTACHMENT_TYPES, maxBytes: MAX_ATTACHMENT_BYTES });

/** How far a message has come, as its author sees it. */
export type Mark = "sent" | "delivered" | "read";

export const markOf = (seq: number, { delivered, read }: { delivered: number; read: number }): Mark =>
  seq <= read ? "read" : seq <= delivered ? "delivered" : "sent";

export interface Wait {
  seconds: number;
  /** False for one that still goes on, or ended without an answer: it lasted at least so long. */
  answered: boolean;
}

/** With fewer answers than this an estimate would be a guess. */
const ENOUGH_ANSWERS = 5;
/** The estimate is what so many of those who wait do not exceed. */
const SHARE = 0.75;

/**
 * The time within which three of four are answered, in seconds, by the estimator of Kaplan and Meier (1958): waits that still
 * go on count for as long as they have lasted, so that unanswered questions do not make the team look quick.
 * @returns null while there is too little to tell
 */
export function estimateWait(waits: readonly Wait[]): number | null {
  if (waits.filter(({ answered }) => answered).length < ENOUGH_ANSWERS) return null;
  // At the same moment answers come before those who are lost from sight.
  const ordered = waits.toSorted((a, b) => a.seconds - b.seconds || Number(b.answered) - Number(a.answered));
  let waiting = 1;
  for (const [at, { seconds, answered }] of ordered.entries()) {
    if (answered) waiting *= 1 - 1 / (ordered.length - at);
    // The product of hundreds of fractions is off by its last digits.
    if (waiting <= 1 - SHARE + 1e-9) return seconds;
  }
  return null;
}

/** Where an address ends: blanks, quotes, the marks of Arabic and Chinese sentences, and what is not seen or turns the reading direction. */
const ADDRESS = /https?:\/\/[^\s<>"'`“”‘’«»،؛؟。，、；：！？（）【】《》「」『』…\p{Cc}\p{Cf}]+/giu;
const OPENING: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Points at the end belong to the sentence, and a bracket does unless the address has opened it. */
function withoutSentence(address: string): string {
  const counts = new Map<string, number>();
  for (const letter of address) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? "";
    const closings = counts.get(last) ?? 0;
    const opening = OPENING[last];
    if (opening ? (counts.get(opening) ?? 0) >= closings : !".,;:!?".includes(last)) break;
    counts.set(last, closings - 1);
  }
  return address.slice(0, end);
}

/** A text in pieces, addresses of the web apart: they become links, and nothing else does. */
export function linkParts(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(found);
    if (!URL.canParse(address)) continue;
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: address, href: address });
    at = index + address.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
