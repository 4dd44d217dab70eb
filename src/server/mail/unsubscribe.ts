import type { Secrets } from "../secrets";
import { openToken, signedToken } from "../signed-tokens";

/** Below it stand the events of a mail and a token that is good for turning off exactly these. */
export const UNSUBSCRIBE_PATH = "/api/user/notifications/unsubscribe/";

const purpose = (events: string): string => `unsubscribe ${events}`;

/** The path that turns off mails about some events for somebody. @param events their names, parted by commas */
export const unsubscribePath = (secrets: Secrets, userId: string, events: string): string =>
  `${UNSUBSCRIBE_PATH}${events}/${signedToken(secrets, purpose(events), userId)}`;

/** Whom and what a path is about; undefined for one that was not made here. */
export function openUnsubscription(secrets: Secrets, path: string): { userId: string; events: string[] } | undefined {
  const [events = "", token = "", ...rest] = path.slice(UNSUBSCRIBE_PATH.length).split("/");
  const userId = rest.length === 0 ? openToken(secrets, purpose(events), token) : undefined;
  return userId ? { userId, events: events.split(",") } : undefined;
}
