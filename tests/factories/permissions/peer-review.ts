import { aReview, asked, aTake, forgetReviews, hoursPass, lent, saidOf } from "#tests/factories/peer-review";
import { chance } from "#tests/factories/random";
import { LISTS, OWN, OWN_SHOWN, row, SELF, type Table, TEAM } from "./table";
import type { World } from "./world";

const R = "peerReview.requests";
const A = "peerReview.assignments";
const V = "peerReview.reviews";
const C = "peerReview.care";

/** A rated take, of which its maker says something to themselves. */
const take = async (world: World, person = world.owner) => {
  const uid = await aTake(world.harness, person.id, { comments: person.mark });
  return person === world.owner ? world.owns(uid) : uid;
};

/** The owner wants to be reviewed, and nobody else does: who pulls gets this. */
async function wanted(world: World, author = world.owner, more: object = {}): Promise<{ uid: string; answerId: string }> {
  await forgetReviews(world.harness.sql);
  const { uid, answerId } = await asked(world.harness, author, { ...more }, { comments: author.mark });
  if (author === world.owner) world.owns(answerId);
  return { uid, answerId };
}
const uidOfRequest = async (world: World) => ({ uid: world.owns((await wanted(world)).uid) });

/** The owner has the peer's recording for review. */
async function borrowed(world: World): Promise<{ uid: string }> {
  await wanted(world, world.peer);
  return { uid: world.owns(await lent(world.harness, world.owner)) };
}

/** The peer has reviewed the owner's take. */
async function reviewed(world: World): Promise<{ uid: string; answerId: string }> {
  const { answerId } = await wanted(world);
  const { uid } = await world.by(world.peer, `${V}.save`, aReview(await lent(world.harness, world.peer)));
  return { uid: world.owns(uid), answerId };
}
const uidOfReview = async (world: World) => ({ uid: (await reviewed(world)).uid });

/** The owner has reviewed the peer's take. */
async function given(world: World): Promise<{ uid: string }> {
  const { uid: assignmentId } = await borrowed(world);
  const { uid } = await world.by(world.owner, `${V}.save`, aReview(assignmentId));
  return { uid: world.owns(uid) };
}

const DISPUTE = { reason: "It is about another answer than mine." };

/** The owner does not find a review just. */
async function disputed(world: World): Promise<{ uid: string }> {
  const review = await uidOfReview(world);
  await world.by(world.owner, `${V}.dispute`, { ...review, ...DISPUTE });
  const [found] = await world.by(world.admin, `${C}.cases`, {});
  return { uid: found.uid };
}

/** Nobody has reviewed it for two days, and staff may. */
async function waiting(world: World): Promise<{ uid: string }> {
  const { uid } = await wanted(world, world.owner, { staffMay: true });
  await hoursPass(world.harness.sql, 49);
  return { uid };
}

/** Whoever is on the other side does not find it either: both stay unknown to one another. */
const APART = { peer: "notFound" } as const;
/** The team sees what is to be decided, and not whose it is. */
const UNNAMED = { admin: "empty", superAdmin: "empty" } as const;
const { ratings } = saidOf(chance(1));

export const peerReviewTable: Table = {
  "peerReview.overview": row(LISTS, async (world) => void (await borrowed(world)), { peer: "empty" }),

  [`${R}.save`]: row(OWN, async (world) => ({ answer_id: await take(world) })),
  [`${R}.list`]: row(LISTS, async (world) => {
    await wanted(world);
    return {};
  }),
  [`${R}.get`]: row(OWN_SHOWN, uidOfRequest),
  [`${R}.ofAnswer`]: row(LISTS, async (world) => ({ answer_id: (await wanted(world)).answerId })),
  [`${R}.seen`]: row(OWN, uidOfRequest),
  [`${R}.withdraw`]: row(OWN, uidOfRequest),

  // Whoever gets the owner's recording does not learn whose it is; the owner does not get their own.
  [`${A}.next`]: row(SELF, async (world) => void (await wanted(world)), { owner: "empty", stranger: "empty", ...UNNAMED }),
  [`${A}.get`]: row(OWN_SHOWN, borrowed, APART),
  [`${A}.saveDraft`]: row(OWN, async (world) => ({ ...(await borrowed(world)), good: "It was clear." }), APART),
  [`${A}.saveFirst`]: row(
    OWN,
    async (world) => {
      const assignment = await borrowed(world);
      await world.harness.sql`update review_requests set staged = true`;
      return { ...assignment, ratings };
    },
    APART,
  ),
  [`${A}.release`]: row(OWN, borrowed, APART),
  [`${A}.report`]: row(OWN, async (world) => ({ ...(await borrowed(world)), reason: "spam" }), APART),
  [`${A}.saveLanguages`]: row(SELF, () => ({ languages: ["en"] })),

  [`${V}.save`]: row(OWN, async (world) => aReview((await borrowed(world)).uid), APART),
  [`${V}.received`]: row(
    OWN_SHOWN,
    async (world) => {
      await reviewed(world);
      return { userId: world.owner.id };
    },
    APART,
  ),
  [`${V}.given`]: row(LISTS, async (world) => {
    await given(world);
    return {};
  }),
  [`${V}.givenOne`]: row(OWN_SHOWN, given, APART),
  [`${V}.thank`]: row(OWN, uidOfReview, APART),
  [`${V}.helpful`]: row(OWN, async (world) => ({ ...(await uidOfReview(world)), helpful: true }), APART),
  [`${V}.dispute`]: row(OWN, async (world) => ({ ...(await uidOfReview(world)), ...DISPUTE }), APART),
  [`${V}.report`]: row(OWN, async (world) => ({ ...(await uidOfReview(world)), reason: "harassment" }), APART),
  [`${V}.retake`]: row(
    OWN,
    async (world) => {
      const { uid } = await reviewed(world);
      return { uid, answer_id: await take(world) };
    },
    APART,
  ),

  "peerReview.insights.calibration": row(LISTS, async (world) => void (await reviewed(world))),
  "peerReview.insights.reviewing": row(SELF, async (world) => void (await given(world))),

  [`${C}.counts`]: row(TEAM),
  [`${C}.cases`]: row(
    TEAM,
    async (world) => {
      await disputed(world);
      return {};
    },
    UNNAMED,
  ),
  [`${C}.decide`]: row(TEAM, async (world) => ({ ...(await disputed(world)), outcome: "upheld", reason: "It says what is heard." })),
  [`${C}.waiting`]: row(TEAM, async (world) => {
    await waiting(world);
    return {};
  }),
  [`${C}.take`]: row(TEAM, waiting),
};
