/** Ids that the service has told, so that calls name rows that are there: by what they are ids of, and all together. */
export class KnownIds {
  readonly #of = new Map<string, string[]>();
  readonly #versions = new Map<string, number>();

  /** Keeps every id of an answer, and the version of its row. @param noun what the call is about, e.g. "quote" */
  learn(noun: string, value: unknown, depth = 0): void {
    if (typeof value !== "object" || value === null || depth > 8) return;
    const { uid, version } = value as { uid?: unknown; version?: unknown };
    if (typeof uid === "string" && typeof version === "number") this.#versions.set(uid, version);
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === "string" && UUID.test(inner)) this.#keep(name === "uid" ? noun : stem(name), inner);
      else this.learn(noun, inner, depth + 1);
    }
  }

  /** One of the ids that a field of this name may mean: often a fitting one, now and then another, or one of nothing. */
  pick(noun: string, name: string, chance: number, unknown: string): string {
    const fitting = this.#of.get(name === "uid" || name === "id" ? noun : stem(name)) ?? [];
    const all = this.#of.get("") ?? [];
    const from = chance % 8 === 0 ? [] : chance % 8 === 1 || fitting.length === 0 ? all : fitting;
    return from[chance % Math.max(1, from.length)] ?? unknown;
  }

  /** The version at which a row was last seen. */
  versionOf = (uid: unknown): number | undefined => (typeof uid === "string" ? this.#versions.get(uid) : undefined);

  #keep(kind: string, id: string): void {
    for (const key of [kind, ""]) {
      const ids = this.#of.get(key) ?? [];
      if (ids.includes(id)) continue;
      // The newest are the likeliest to be there still.
      this.#of.set(key, [id, ...ids].slice(0, 40));
    }
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** customerUid, customer_id and customerId are ids of a customer. */
const stem = (name: string): string => name.replace(/(Uids?|Ids?|_ids?)$/, "").toLowerCase();
