import { v7 as uuidv7 } from "uuid";
import { type Harness, registerUser } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { customers, jobs } from "@/server/db/schema";

export const A_PERSON = { kind: "person", name: "Minh", color: "primary" } as const;

/** On a Tuesday from nine to noon in Ho Chi Minh City. */
export const A_BOOKING = {
  title: "Fit the kitchen",
  note: "Bring the long ladder.",
  state: "confirmed",
  startsAt: "2037-03-03T02:00:00.000Z",
  endsAt: "2037-03-03T05:00:00.000Z",
} as const;

export const AN_ABSENCE = { kind: "leave", startsAt: "2037-03-08T17:00:00.000Z", endsAt: "2037-03-13T17:00:00.000Z" } as const;

type Person = Awaited<ReturnType<typeof registerUser>>;

/** Somebody who owns shops and somebody who is a member of each, and what they ask of the schedule. */
export async function planners(harness: Harness) {
  const { db } = harness.app.services;
  const [owner, member] = await Promise.all([registerUser(harness), registerUser(harness)]);
  await giveTrades(db, [owner.user.uid]);

  const ask = (person: Person, procedure: string, input: unknown) => callProcedure(harness, person.token, `trades.${procedure}`, input);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
  const given = async (call: ReturnType<typeof ask>): Promise<any> => {
    const heard = await call;
    if (!heard.given) throw new Error(heard.text);
    return heard.given.data;
  };
  const keep = async (workspaceId: string, fields: object = {}) =>
    given(ask(owner, "resources.save", { workspaceId, ...A_PERSON, ...fields }));
  return {
    owner,
    member,
    ask,
    given,
    code: async (call: ReturnType<typeof ask>) => (await call).code,
    /** What a refusal says, and what it names. */
    refused: async (person: Person, path: string, body: object) =>
      (await harness.call("POST", `/api/user/personalization/trades/${path}`, { token: person.token, body })).body as Record<
        string,
        unknown
      >,
    /** A shop of its own for each test, and the member's place in it. */
    aShop: async () => {
      const { uid } = await given(ask(owner, "workspace.create", SHOP));
      return { workspaceId: uid as string, place: (await putIn(db, uid, member.user.uid)).uid };
    },
    keep,
    book: (workspaceId: string, named: string[], fields: object = {}) =>
      ask(owner, "schedule.save", { workspaceId, ...A_BOOKING, resources: named, ...fields }),
    week: async (person: Person, workspaceId: string) => given(ask(person, "schedule.view", { workspaceId, from: "2037-03-02" })),
    aJob: async (workspaceId: string, number = 7) => {
      const [customerId, id] = [uuidv7(), uuidv7()];
      await db.insert(customers).values({ id: customerId, workspaceId, name: "Lan" });
      await db.insert(jobs).values({ id, workspaceId, number, title: "Kitchen", customerId });
      return id;
    },
  };
}
