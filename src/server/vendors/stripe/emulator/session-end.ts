import type { Session } from "./wire";
import { type Work, write } from "./work";

/** Closes a Checkout session that nobody completed. */
export const expireSession = (work: Work, session: Session): Promise<Session> =>
  write(work, "checkout.session", { ...session, status: "expired", url: null }, "checkout.session.expired");
