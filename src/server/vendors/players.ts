import { z } from "zod";
import type { Env } from "../env";
import { withoutSlash } from "../origins";
import { secondsOf } from "./push";

/** Somebody as the provider keeps them: an address that takes mails, and what mails are chosen by. */
export interface Player {
  /** The e-mail address. */
  identifier: string;
  tags: { user: string; language: string; role: string };
}

/** What the provider answered when it did not take a call. */
export class PlayerError extends Error {
  /** @param status 0 when no answer came, @param retryAfter in seconds */
  constructor(
    readonly status: number,
    readonly retryAfter?: number,
  ) {
    super(status === 0 ? "no answer" : `status ${status}`);
  }

  /** Whether a later try may go better. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export interface Players {
  /** @returns the provider's id. @throws PlayerError */
  create(player: Player): Promise<string>;
  /** @param player null for somebody who wants no mails any more. @throws PlayerError */
  update(id: string, player: Player | null): Promise<void>;
}

/** The provider's word for an e-mail address among devices. */
const EMAIL = 5;
const WANTED = 1;
const NOT_WANTED = -2;

const TIMEOUT_MS = 10_000;

const created = z.object({ id: z.string().regex(/^[\w-]{1,200}$/) });

/** The operator's notification provider; null where there is none. */
export function createPlayers({ PUSH_PROVIDER_URL: url, PUSH_PROVIDER_APP_ID: app_id, PUSH_PROVIDER_KEY: key }: Env): Players | null {
  if (!url || !app_id || !key) return null;
  const base = withoutSlash(url);
  const call = async (method: "POST" | "PUT", path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Basic ${key}`, "content-type": "application/json; charset=utf-8", accept: "application/json" };
    let answer: Response;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      // A redirect would carry the key to somewhere else.
      answer = await fetch(base + path, { method, headers, body: JSON.stringify(body), redirect: "manual", signal });
      const text = await answer.text();
      if (answer.ok) return text ? JSON.parse(text) : {};
    } catch {
      throw new PlayerError(0);
    }
    throw new PlayerError(answer.status, secondsOf(answer.headers.get("retry-after"), new Date()));
  };
  return {
    create: async ({ identifier, tags }) => {
      const answer = await call("POST", "/players", { app_id, identifier, device_type: EMAIL, notification_types: WANTED, tags });
      const told = created.safeParse(answer);
      if (!told.success) throw new PlayerError(502);
      return told.data.id;
    },
    update: async (id, player) => {
      const body = player ? { app_id, notification_types: WANTED, ...player } : { app_id, notification_types: NOT_WANTED };
      await call("PUT", `/players/${encodeURIComponent(id)}`, body);
    },
  };
}
