import { RATINGS } from "#tests/factories/answers";
import { deliveryOf, MARKS } from "#tests/factories/deliveries";
import { INTERVIEW } from "#tests/factories/interviews";
import { aTake } from "#tests/factories/peer-review";
import { begun, planned, running, type Sitting, sat } from "#tests/factories/simulations";
import { LISTS, OWN, OWN_SHOWN, row, SELF, type Table, UNNAMED } from "./table";
import type { World } from "./world";

const SIMULATION = "practice.simulation";

/** A rated take of the owner's with its recording, of which they say something. */
const ownTake = async (world: World): Promise<string> =>
  world.owns(await aTake(world.harness, world.owner.id, { comments: world.owner.mark, durationMs: 61_000 }));

const uidOfTake = async (world: World) => ({ uid: await ownTake(world) });

/** A category that has questions, and one of them. */
async function bank(world: World): Promise<{ category: string; question: string }> {
  const categories: { uid: string; questions: number }[] = await world.by(world.owner, "practice.categories");
  const category = categories.find(({ questions }) => questions > 0) ?? { uid: "" };
  const [question] = await world.by(world.owner, "practice.questions", { category_id: category.uid });
  return { category: category.uid, question: question.uid };
}

/** The question that the owner's take is of. */
const answeredQuestion = async (world: World): Promise<string> => (await world.by(world.owner, "practice.answers", {}))[0].question_id;

async function sharedTake(world: World): Promise<string> {
  const { share_link: link } = await world.by(world.owner, "practice.share", await uidOfTake(world));
  return new URL(link).hash.slice(1);
}

async function anInterview(world: World): Promise<{ uid: string }> {
  const { uid } = await world.by(world.owner, "practice.interviews.save", { ...INTERVIEW, notes: world.owner.mark });
  return { uid: world.owns(uid) };
}

/** A simulation of the owner's, as far as it has come. */
async function sitting(world: World, make: typeof planned | typeof running | typeof sat): Promise<{ uid: string }> {
  const { uid } = await make(world.harness, world.owner.token);
  return { uid: world.owns(uid) };
}

/** One in which every question has been given out. */
async function askedOut(world: World): Promise<{ uid: string }> {
  const { uid, places }: Sitting = await running(world.harness, world.owner.token);
  for (const { position } of places) await begun(world.harness, world.owner.token, uid, position);
  return { uid: world.owns(uid) };
}

async function leftOut(world: World) {
  const { question } = await bank(world);
  await world.by(world.owner, "practice.plan.choose", { question_id: question, choice: "left_out" });
  return { question_id: world.owns(question) };
}

export const practiceTable: Table = {
  "practice.categories": row(SELF),
  "practice.questions": row(SELF, async (world) => ({ category_id: (await bank(world)).category })),
  "practice.question": row(SELF, async (world) => ({ uid: (await bank(world)).question })),
  "practice.saveAnswer": row(SELF, async (world) => ({ question_id: (await bank(world)).question, rate_your_self: RATINGS })),
  "practice.saveAnswer: one that is there": row(OWN, async (world) => ({
    ...(await uidOfTake(world)),
    comments: "Said by whom?",
    question_id: await answeredQuestion(world),
  })),
  "practice.answers": row(LISTS, async (world) => {
    await ownTake(world);
    return {};
  }),
  // A private recording is played by whoever made it, and by nobody of the team.
  "practice.answer": row(OWN_SHOWN, uidOfTake),
  "practice.deleteAnswer": row(OWN, uidOfTake),
  "practice.share": row(OWN, uidOfTake),
  "practice.revokeShare": row(OWN, async (world) => {
    const { uid } = await uidOfTake(world);
    await world.by(world.owner, "practice.share", { uid });
    return { uid };
  }),
  // Whoever has the link hears the take and is told a first name, and nothing else of whoever made it.
  "practice.shared": row(UNNAMED, async (world) => ({ token: await sharedTake(world) })),
  "practice.plays": row(LISTS, async (world) => {
    await world.by(world.owner, "practice.answer", await uidOfTake(world));
    return {};
  }),
  "practice.report": row(SELF, async (world) => {
    await ownTake(world);
    return {};
  }),

  "practice.delivery.get": row(OWN_SHOWN, async (world) => {
    const { uid } = await uidOfTake(world);
    await world.by(world.owner, "practice.delivery.save", deliveryOf(uid));
    return { uid };
  }),
  "practice.delivery.save": row(OWN, async (world) => deliveryOf(await ownTake(world))),
  "practice.star.get": row(OWN, uidOfTake),
  "practice.star.save": row(OWN, async (world) => ({ ...(await uidOfTake(world)), marks: MARKS })),
  "practice.takes.repeated": row(LISTS, async (world) => {
    await ownTake(world);
    await ownTake(world);
    world.owns(await answeredQuestion(world));
    return {};
  }),
  "practice.takes.list": row(LISTS, async (world) => {
    await ownTake(world);
    return { question_id: await answeredQuestion(world) };
  }),
  "practice.progress.get": row(SELF, async (world) => {
    await ownTake(world);
    return {};
  }),

  "practice.interviews.list": row(LISTS, async (world) => {
    await anInterview(world);
    return {};
  }),
  "practice.interviews.interview": row(OWN_SHOWN, anInterview),
  "practice.interviews.save": row(SELF, () => INTERVIEW),
  "practice.interviews.save: one that is there": row(OWN, async (world) => ({ ...INTERVIEW, ...(await anInterview(world)) })),
  "practice.interviews.delete": row(OWN, anInterview),

  "practice.plan.today": row(SELF, () => ({})),
  "practice.plan.forecast": row(SELF, () => ({})),
  "practice.plan.dates": row(SELF, async (world) => ({ question_ids: [(await bank(world)).question] })),
  "practice.plan.settings": row(SELF),
  "practice.plan.saveSettings": row(SELF, () => ({ newPerDay: 2 })),
  "practice.plan.choose": row(SELF, async (world) => ({ question_id: (await bank(world)).question, choice: "left_out" })),
  "practice.plan.leftOut": row(LISTS, async (world) => {
    await leftOut(world);
    return {};
  }),

  [`${SIMULATION}.list`]: row(LISTS, async (world) => {
    await sitting(world, sat);
    return {};
  }),
  [`${SIMULATION}.running`]: row(LISTS, async (world) => void (await sitting(world, running))),
  [`${SIMULATION}.get`]: row(OWN_SHOWN, (world) => sitting(world, running)),
  [`${SIMULATION}.report`]: row(OWN_SHOWN, (world) => sitting(world, sat)),
  [`${SIMULATION}.plan`]: row(SELF, () => ({ questions: 3 })),
  [`${SIMULATION}.start`]: row(OWN, (world) => sitting(world, planned)),
  [`${SIMULATION}.begin`]: row(OWN, async (world) => ({ ...(await sitting(world, running)), position: 1 })),
  [`${SIMULATION}.finish`]: row(OWN, askedOut),
  [`${SIMULATION}.leave`]: row(OWN, (world) => sitting(world, running)),
  [`${SIMULATION}.delete`]: row(OWN, async (world) => ({ ...(await sitting(world, sat)), answers: true })),
};
