import { randomUUID } from "node:crypto";
import { inAll } from "#tests/factories/texts";
import { importJobs } from "@/features/admin/import-work/jobs";
import { row, type Table, TEAM, TOP } from "./table";
import type { World } from "./world";

const B = "practice.bank";
const C = "practice.editedCategories";
const I = "admin.imports";
const R = "forum.professions";

const everywhere = (en: string) => ({ en, fr: `${en} fr`, vi: `${en} vi`, cn: `${en} cn`, ar: `${en} ar` });
const TEXTS = { name: everywhere("Beekeeping"), description: everywhere("All about bees") };

async function draft(world: World) {
  const [category] = await world.by(world.admin, `${C}.list`);
  const guidance = { en: ["Names a reason"], fr: [], vi: [], cn: [], ar: [] };
  return { category: category.uid, readingTime: 1, answerTime: 2, text: inAll("Why do you want this post?"), guidance };
}
const aQuestion = async (world: World) => ({ uid: (await world.by(world.admin, `${B}.save`, await draft(world))).uid });
const aCategory = async (world: World) => ({ uid: (await world.by(world.admin, `${C}.save`, TEXTS)).uid });
const newRoom = () => ({ slug: `bees-${randomUUID().slice(0, 8)}`, ...TEXTS });
const aRoom = async (world: World) => ({ uid: (await world.by(world.admin, `${R}.save`, newRoom())).uid });

async function edited(world: World) {
  const { uid } = await aQuestion(world);
  await world.by(world.admin, `${B}.save`, { ...(await draft(world)), uid, version: 1, readingTime: 2 });
  return { uid, of: 1, version: 2 };
}

/** A file with one question, which has come and waits to be compared. */
async function begun(world: World) {
  const [category] = await world.by(world.admin, `${C}.list`);
  const slug = `q-${randomUUID().slice(0, 8)}`;
  const content = Buffer.from(`category,slug,state,text_en,guidance_en\n${category.slug},${slug},draft,Why?,A reason\n`);
  const { uid } = await world.by(world.admin, `${I}.begin`, { name: "questions.csv", format: "csv", size: content.length });
  return { uid, start: 0, content: content.toString("base64") };
}

async function sent(world: World) {
  const piece = await begun(world);
  await world.by(world.admin, `${I}.piece`, piece);
  return { uid: piece.uid };
}

/** One that has been compared with the bank. */
async function checked(world: World) {
  const file = await sent(world);
  await importJobs[0]?.run(world.harness.app.services);
  return file;
}

/** An import is carried on by whoever began it, and by nobody else of the team. */
const BEGUN = { superAdmin: "notFound" } as const;

export const bankTable: Table = {
  [`${B}.list`]: row(TEAM, () => ({})),
  [`${B}.question`]: row(TEAM, aQuestion),
  [`${B}.versions`]: row(TEAM, aQuestion),
  [`${B}.save`]: row(TEAM, draft),
  [`${B}.restore`]: row(TEAM, edited),
  [`${B}.turn`]: row(TEAM, async (world) => ({ uids: [(await aQuestion(world)).uid], state: "published" })),
  [`${B}.move`]: row(TEAM, async (world) => ({ ...(await aQuestion(world)), to: "first" })),

  [`${C}.list`]: row(TEAM),
  [`${C}.save`]: row(TEAM, () => TEXTS),
  [`${C}.retire`]: row(TEAM, async (world) => ({ uids: [(await aCategory(world)).uid], retired: true })),
  [`${C}.move`]: row(TEAM, async (world) => ({ ...(await aCategory(world)), to: "first" })),

  "admin.exports.csv": row(TEAM, () => ({})),
  "admin.exports.json": row(TEAM, () => ({})),
  // What super admins alone look after.
  "admin.exports.csv: universities": row(TOP, () => ({ kind: "universities" })),
  "admin.exports.json: universities": row(TOP, () => ({ kind: "universities" })),
  [`${I}.list: universities`]: row(TOP, () => ({ kind: "universities" })),
  [`${I}.begin: universities`]: row(TOP, () => ({ kind: "universities", name: "universities.csv", format: "csv", size: 10 })),

  [`${I}.list`]: row(TEAM, () => ({ kind: "questions" })),
  [`${I}.view`]: row(TEAM, sent, BEGUN),
  [`${I}.rows`]: row(TEAM, checked, BEGUN),
  [`${I}.begin`]: row(TEAM, () => ({ name: "questions.csv", format: "csv", size: 10 })),
  [`${I}.piece`]: row(TEAM, begun, BEGUN),
  [`${I}.again`]: row(TEAM, checked, BEGUN),
  [`${I}.order`]: row(TEAM, checked, BEGUN),
  [`${I}.forget`]: row(TEAM, checked, BEGUN),

  [`${R}.list`]: row(TEAM),
  [`${R}.save`]: row(TEAM, newRoom),
  [`${R}.archive`]: row(TEAM, async (world) => ({ uids: [(await aRoom(world)).uid], archived: true })),
  [`${R}.move`]: row(TEAM, async (world) => ({ ...(await aRoom(world)), to: "first" })),
};
