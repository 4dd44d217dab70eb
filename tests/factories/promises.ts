import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, call } from "#tests/config/harness";
import { PRACTICE, recordingOf } from "./answers";
import type { World } from "./busy-world";
import { connectionFault, sendEvent } from "./faults";
import type { Chance } from "./random";
import { CONTACT } from "./support";
import { putPieces } from "./uploads";

/** What the app has said yes to. */
export interface Accepted {
  saves: Map<string, { uid: string }>;
  takes: Map<string, { md5: string }>;
  messages: Map<string, { text: string }>;
  /** Files of messages and of the shop, by their ids. */
  files: Map<string, { of: "message" | "shop" }>;
  /** Profile pictures, by the addresses that were told. */
  pictures: Set<string>;
  events: Map<string, { payer: string | null }>;
  /** By title; what was said of each so far. */
  quotes: Map<string, { number: number; sent: boolean; taken: boolean }>;
}

const QUOTE = "/api/user/personalization/trades/quote";
const OFFER = "/api/user/web/quote";

/** What makes one try no success, and another one worth it. */
class Later extends Error {}

/** The body of a 200. @throws Later for anything else: nobody has said no for good to what is asked for here */
function bodyOf({ status, body }: Pick<Answer, "status" | "body">) {
  if (status !== 200) throw new Later(`${status} ${body?.code ?? JSON.stringify(body)}`);
  return body;
}

/**
 * People who use the app without a pause, each of whom tries again until they are told yes: practice saves, takes that are resumed, chat
 * messages with files and without, the shop's files, profile pictures, signed payment events, quotes that are made, sent and taken.
 */
export function startPeople(url: string, world: World, chance: Chance) {
  const accepted: Accepted = {
    saves: new Map(),
    takes: new Map(),
    messages: new Map(),
    files: new Map(),
    pictures: new Set(),
    events: new Map(),
    quotes: new Map(),
  };
  const refusals = new Map<string, number>();
  const figures = { tries: 0, again: 0, resumed: 0 };
  let over = false;
  let stopped = false;
  let paused = false;
  let open = () => {};
  let gate: Promise<void> = Promise.resolve();

  const ask = async (method: string, path: string, token: string | undefined, body: unknown, key?: string) => {
    await gate;
    return call(url, method, path, { token, body, headers: key ? { "idempotency-key": key } : {} });
  };
  const post = async (path: string, token: string | undefined, body: unknown, key?: string) =>
    bodyOf(await ask("POST", path, token, body, key));

  /** Until it has happened. */
  const insist = async (attempt: () => Promise<void>) => {
    for (let tries = 0; ; tries++) {
      await gate;
      figures.tries++;
      try {
        return await attempt();
      } catch (error) {
        // Whoever is cut off tries again, and whoever is told something that is wrong does not.
        const why = error instanceof Later ? error.message : connectionFault(error);
        if (why === undefined || stopped || tries > 2000) throw error;
        figures.again++;
        refusals.set(why, (refusals.get(why) ?? 0) + 1);
        await wait(50 + 100 * Math.random());
      }
    }
  };

  /** Where to send a file. */
  const addressFor = async (slug: string, token: string, file: { name: string; size: number; type: string }, input: object) => {
    const body = { files: [{ lastModified: 1, ...file }], input };
    const [{ url: signed }] = await post(`/api/uploadthing?actionType=upload&slug=${slug}`, token, body);
    await gate;
    return String(signed).replace(world.publicUrl, url);
  };

  /** Sends one of the world's documents from its beginning. @returns what its route made of it */
  const hand = async (slug: string, token: string, { bytes, name, type }: World["documents"][number], input: object) => {
    const address = await addressFor(slug, token, { name, type, size: bytes.length }, input);
    return bodyOf(await putPieces(address, slowly(bytes, 4000))).serverData;
  };
  const some = () => world.documents[chance.between(0, world.documents.length - 1)] as World["documents"][number];

  const save = async () => {
    const key = `save:${randomUUID()}`;
    await insist(async () => {
      const body = { question_id: world.questionId, comments: key };
      const { data } = await post(`${PRACTICE}/answer/save`, world.candidate.token, body, key);
      accepted.saves.set(key, { uid: data.uid });
    });
  };

  const send = async () => {
    const uid = randomUUID();
    const { bytes, recording } = recordingOf(100_000 + chance.between(0, 300_000));
    const { token } = world.candidate;
    await insist(async () => {
      const { data } = await post(`${PRACTICE}/answer/save`, token, { uid, question_id: world.questionId, recording });
      if (data.media === null) {
        const file = { name: `${uid}.webm`, size: recording.size, type: recording.type };
        const address = await addressFor("recording", token, file, { uid });
        const head = await fetch(address, { method: "HEAD" });
        const from = Number(head.headers.get("x-ut-range-start"));
        if (from > 0) figures.resumed++;
        const said = bodyOf(await putPieces(address, slowly(bytes.subarray(from)), from));
        if (said.serverData?.stored !== true) throw new Later("not stored");
      }
      accepted.takes.set(uid, { md5: recording.md5 });
    });
  };

  const write = async () => {
    const uid = randomUUID();
    const text = `message ${uid}`;
    await insist(async () => {
      const body = { conversationId: world.conversationId, message: text, uid };
      await post(`${CONTACT}/detail/send/message`, world.candidate.token, body);
      accepted.messages.set(uid, { text });
    });
  };

  const writeWithFile = async () => {
    const uid = randomUUID();
    const attachment = randomUUID();
    const text = `message ${uid}`;
    const file = some();
    const { token } = world.candidate;
    await insist(async () => {
      if ((await hand("supportAttachment", token, file, { uid: attachment }))?.taken !== true) throw new Later("not taken");
      const body = { conversationId: world.conversationId, message: text, uid, attachments: [attachment] };
      await post(`${CONTACT}/detail/send/message`, token, body);
      accepted.messages.set(uid, { text });
      accepted.files.set(attachment, { of: "message" });
    });
  };

  const file = async () => {
    const uid = randomUUID();
    const document = some();
    const { workspaceId, token, fields } = world.shop;
    await insist(async () => {
      const said = await hand("workspaceFile", token, document, { workspaceId, uid, customerUid: fields.customerUid });
      if (said?.taken !== true) throw new Later("not taken");
      accepted.files.set(uid, { of: "shop" });
    });
  };

  const portray = async () => {
    await wait(chance.between(100, 500));
    const face = world.documents.find(({ type }) => type === "image/png") as World["documents"][number];
    await insist(async () => {
      const said = await hand("avatar", world.shop.token, face, { x: 0, y: 0, size: 100 });
      if (!said?.avatar) throw new Later("no picture");
      accepted.pictures.add(said.avatar);
    });
  };

  const payers = [...world.payers];
  const pay = async () => {
    // Payments are rarer than words.
    await wait(chance.between(100, 500));
    const payer = payers.pop();
    const id = `evt_${randomUUID()}`;
    const { customer } = payer ?? world.payers[0] ?? { customer: "" };
    await insist(async () => {
      await gate;
      bodyOf(await sendEvent(world.at(url), customer, id, payer?.invoice));
      accepted.events.set(id, { payer: payer?.userId ?? null });
    });
  };

  const quote = async () => {
    const title = `quote ${randomUUID()}`;
    const { workspaceId, token, fields } = world.shop;
    await insist(async () => {
      const { data } = await post(`${QUOTE}/save`, token, { workspaceId, ...fields, title }, title);
      const known = accepted.quotes.get(title) ?? { number: data.number, sent: false, taken: false };
      accepted.quotes.set(title, known);
      if (known.taken) return;
      const seen = bodyOf(await ask("GET", `${QUOTE}/detail/get?workspaceId=${workspaceId}&uid=${data.uid}`, token, undefined)).data;
      const sent =
        seen.state === "draft"
          ? (await post(`${QUOTE}/send`, token, { workspaceId, uid: data.uid, version: seen.version, email: "lan@example.com" })).data
          : seen;
      known.sent = true;
      const link = String(sent.link).split("#")[1];
      await post(`${OFFER}/accept`, undefined, { token: link, name: "Lan" });
      known.taken = true;
    });
  };

  // Many, since a key whose call was killed is another's after fifteen seconds alone.
  const people = [...times(6, save), ...times(3, send), write, write, writeWithFile, file, portray, pay, ...times(6, quote)].map(
    async (act) => {
      while (!over) {
        await act();
        await wait(20);
      }
    },
  );
  const working = Promise.all(people);

  return {
    accepted,
    refusals,
    figures,
    /** Nobody begins anything, and who was refused waits. */
    pause: () => {
      // Who waits already waits for the gate that is there.
      if (paused) return;
      paused = true;
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    resume: () => {
      paused = false;
      open();
    },
    /** Nobody begins anything new, and each brings to its end what they are at. */
    end: async () => {
      over = true;
      await working;
    },
    /** Nobody tries again: for a test that failed before the end. */
    stop: async () => {
      over = stopped = true;
      open();
      await working.catch(() => {});
    },
  };
}

const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);

/** Sends bytes in pieces, with pauses in which one can be interrupted. */
async function* slowly(bytes: Uint8Array, piece = 64_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) {
    yield bytes.subarray(at, at + piece);
    await wait(20);
  }
}
