import { aRoom } from "#tests/factories/forum";
import { inAll } from "#tests/factories/texts";
import { post, proposal, room, says, topic, topicIn } from "./forum";
import { row, type Table, TEAM, TEAM_SEES } from "./table";
import type { World } from "./world";

const M = "forum.moderation";
const P = "forum.proposals";
const reason = "As the rules say";

async function reported(world: World): Promise<{ uid: string }> {
  const { uid } = await post(world);
  await world.by(world.peer, "forum.flag", { postId: uid, reason: "spam" });
  return { uid };
}

/** Something of an admin's own that was reported. */
async function ownReported(world: World): Promise<{ uid: string }> {
  const { topicId } = await topic(world);
  const { uid } = await says(world, world.admin, topicId);
  await world.by(world.peer, "forum.flag", { postId: uid, reason: "spam" });
  return { uid };
}

const suspension = async (world: World) => {
  await topic(world);
  return { memberId: world.owner.id, hours: 24, reason };
};

async function suspended(world: World): Promise<{ memberId: string }> {
  const { memberId, ...more } = await suspension(world);
  await world.by(world.superAdmin, `${M}.suspend`, { memberId, ...more });
  return { memberId };
}

async function adoption(world: World) {
  const [category] = await world.by(world.owner, "practice.categories");
  return {
    ...(await proposal(world)),
    categoryId: category.uid,
    readingTime: 0.5,
    answerTime: 2,
    text: inAll("Which habit would you teach a new colleague?"),
    guidance: { en: ["Names one habit"], fr: [], vi: [], cn: [], ar: [] },
  };
}

export const forumCareTable: Table = {
  "forum.reports.list": row(TEAM, () => ({})),
  [`${M}.waiting`]: row(TEAM),
  [`${M}.message`]: row(TEAM, async (world) => ({ ...(await reported(world)), act: "hide", reason })),
  // Nobody decides whether what they wrote themselves may stand.
  [`${M}.message: of one's own`]: row(TEAM, async (world) => ({ ...(await ownReported(world)), act: "dismiss", reason }), {
    admin: "forbidden",
  }),
  [`${M}.topic`]: row(TEAM, async (world) => ({ ...(await topic(world)), act: "lock", reason })),
  [`${M}.rename`]: row(TEAM, async (world) => ({ ...(await topic(world)), title: "A better title", reason })),
  [`${M}.move`]: row(TEAM, async (world) => ({ ...(await topic(world)), professionId: (await aRoom(world.harness)).id, reason })),
  [`${M}.merge`]: row(TEAM, async (world) => {
    const { professionId } = await room(world);
    return { topicId: await topicIn(world, professionId), intoId: await topicIn(world, professionId), reason };
  }),
  [`${M}.suspend`]: row(TEAM, suspension),
  // The team is not silenced by one of its own.
  [`${M}.suspend: one of the team`]: row(TEAM, ({ superAdmin }) => ({ memberId: superAdmin.id, hours: 24, reason }), {
    admin: "notFound",
    superAdmin: "notFound",
  }),
  [`${M}.lift`]: row(TEAM, suspended),
  // Nor does anybody let themselves off.
  [`${M}.lift: oneself`]: row(TEAM, ({ admin }) => ({ memberId: admin.id, reason }), { admin: "forbidden", superAdmin: "notFound" }),

  "forum.log.list": row(TEAM_SEES, suspended),
  "forum.log.moderators": row(TEAM),
  "forum.log.member": row(TEAM_SEES, suspended),

  [`${P}.list`]: row(TEAM, () => ({})),
  [`${P}.view`]: row(TEAM_SEES, proposal),
  [`${P}.adopt`]: row(TEAM, adoption),
  [`${P}.decline`]: row(TEAM, async (world) => ({ ...(await proposal(world)), reason })),
};
