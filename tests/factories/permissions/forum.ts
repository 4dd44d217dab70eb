import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { aRoom, words } from "#tests/factories/forum";
import { aTake } from "#tests/factories/peer-review";
import { forumImages, forumMembers } from "@/server/db/schema";
import { LISTS, OPEN, OWN, row, SELF, SHARED, type Table } from "./table";
import type { Person, World } from "./world";

const handleOf = ({ id }: Person) => `m${id.replaceAll("-", "").slice(-16)}`;

/** They have been here for long enough: nothing of what newcomers are asked holds for them. */
async function settled(world: World): Promise<void> {
  const joinedAt = new Date(Date.now() - 30 * 86_400_000);
  const members = [world.owner, world.peer, world.stranger].map((person) => ({
    userId: person.id,
    handle: handleOf(person),
    name: "Ada T.",
    folded: "ada t.",
    joinedAt,
    postCount: 5,
  }));
  await world.harness.app.services.db.insert(forumMembers).values(members);
}

/** A room of its own, and people who have been in the community for a while. */
export async function room(world: World): Promise<{ professionId: string }> {
  await settled(world);
  return { professionId: (await aRoom(world.harness)).id };
}

export const topicIn = async (world: World, professionId: string, more: object = {}): Promise<string> => {
  const message = `${words()} ${world.owner.mark}`;
  const { uid } = await world.by(world.owner, "forum.topics.create", {
    professionId,
    title: `What of ${world.owner.mark}?`,
    message,
    ...more,
  });
  return world.owns(uid);
};

/** A topic that the owner has begun. */
export async function topic(world: World, more: object = {}): Promise<{ topicId: string }> {
  const { professionId } = await room(world);
  return { topicId: await topicIn(world, professionId, more) };
}

/** What somebody writes in a topic, as if nobody had written for a while. */
export async function says(world: World, person: Person, topicId: string) {
  await world.harness.sql`update forum_posts set created_at = created_at - interval '2 minutes' where topic_id = ${topicId}`;
  return world.by(person, "forum.posts.write", { topicId, message: `${words()} ${person.mark}` });
}

/** A message of the owner's in their own topic. */
export async function post(world: World): Promise<{ uid: string; topicId: string }> {
  const { topicId } = await topic(world);
  const { uid } = await says(world, world.owner, topicId);
  return { uid: world.owns(uid), topicId };
}
const uidOfPost = async (world: World) => ({ uid: (await post(world)).uid });

/** A take of the owner's that they let the community hear. */
async function sharedTake(world: World): Promise<{ shareId: string; answerId: string }> {
  const answerId = await aTake(world.harness, world.owner.id, { comments: world.owner.mark });
  const { topicId } = await topic(world, { share: { kind: "take", answerId, days: 7, consent: true } });
  const [first] = await world.by(world.owner, "forum.posts.list", { topicId });
  return { shareId: first.share.uid, answerId };
}

/** A question that the owner was asked, proposed for the bank. */
export async function proposal(world: World): Promise<{ uid: string }> {
  const asked = {
    question: `${words("habits")}, would you teach one to a new colleague?`,
    company: world.owner.mark,
    role: "Ward nurse",
    askedOn: new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10),
  };
  const { topicId } = await topic(world, { asked });
  const [first] = await world.by(world.owner, "forum.posts.list", { topicId });
  return { uid: world.owns(first.proposal.uid) };
}

async function picture(world: World): Promise<{ uid: string }> {
  const uid = uuidv7();
  const fileKey = await world.harness.app.services.files.save({ name: "a.png", type: "image/png", bytes: new Blob(["png"]) });
  const image = { uploaderId: world.owner.id, fileKey, type: "image/png", sizeBytes: 3, width: 1, height: 1 };
  await world.harness.app.services.db.insert(forumImages).values({ id: uid, ...image });
  return { uid };
}

/** What the owner wrote is read by everybody who is signed in, the peer among them. */
const SEEN = { peer: "shows" } as const;

export const forumTable: Table = {
  "forum.rooms.list": row(SELF),
  "forum.rooms.mark": row(SELF, async (world) => ({ ...(await room(world)), level: "watch" })),
  "forum.rooms.catchUp": row(SELF, room),

  "forum.topics.list": row(SHARED, async (world) => {
    const place = await room(world);
    await topicIn(world, place.professionId);
    return place;
  }),
  "forum.topics.list: of what is one's own": row(LISTS, async (world) => {
    const place = await room(world);
    await topicIn(world, place.professionId);
    return { ...place, list: "mine" };
  }),
  "forum.topics.create": row(SELF, async (world) => ({ ...(await room(world)), title: "How do panels score?", message: words() })),
  "forum.topics.get": row(SHARED, topic, SEEN),
  "forum.topics.rename": row(OWN, async (world) => ({ ...(await topic(world)), title: "Another title" })),
  "forum.topics.mark": row(SELF, async (world) => ({ ...(await topic(world)), level: "watch" })),
  "forum.topics.read": row(SELF, async (world) => ({ ...(await topic(world)), seq: 1 })),
  // What answers a question is said by whoever asked it, and by those who look after the place.
  "forum.topics.answer": row(
    SELF,
    async (world) => {
      const { topicId } = await topic(world);
      return { topicId, messageId: (await says(world, world.peer, topicId)).uid };
    },
    { stranger: "forbidden", peer: "forbidden" },
  ),

  "forum.posts.list": row(SHARED, topic, SEEN),
  "forum.posts.get": row(SHARED, uidOfPost, SEEN),
  "forum.posts.locate": row(SELF, uidOfPost),
  "forum.posts.write": row(SELF, async (world) => ({ ...(await topic(world)), message: words() }), { peer: "ok" }),
  "forum.posts.edit": row(OWN, async (world) => ({ ...(await uidOfPost(world)), message: words() }), { peer: "notFound" }),
  // What its author said before is theirs and the team's.
  "forum.posts.history": row(SHARED, uidOfPost, { peer: "notFound", stranger: "notFound" }),
  "forum.posts.delete": row(OWN, uidOfPost, { peer: "notFound" }),
  "forum.posts.react": row(SELF, async (world) => ({ ...(await uidOfPost(world)), reaction: "thanks", on: true }), { owner: "wrongState" }),
  "forum.posts.typing": row(SELF, topic),
  "forum.images.waiting": row(OWN, picture),

  "forum.members.me": row(LISTS),
  "forum.members.save": row(SELF, () => ({ name: "Lin N.", handle: `lin${randomUUID().slice(0, 8)}` })),
  // Everybody finds the others by their handles, and not themselves.
  "forum.members.suggest": row(
    SHARED,
    async (world) => {
      await settled(world);
      return { text: handleOf(world.owner) };
    },
    { owner: "empty" },
  ),

  "forum.preview.rooms": row(OPEN),
  "forum.preview.topics": row(OPEN, room),
  "forum.preview.topic": row(OPEN, topic),

  // What is shared is heard by everybody who is signed in; what its maker says of it to themselves is not.
  "forum.sharing.open": row(SELF, async (world) => ({ shareId: (await sharedTake(world)).shareId }), {
    owner: "empty",
    stranger: "empty",
    admin: "empty",
    superAdmin: "empty",
  }),
  "forum.sharing.revoke": row(OWN, async (world) => ({ shareId: (await sharedTake(world)).shareId })),
  "forum.sharing.ofAnswer": row(LISTS, async (world) => ({ answerId: (await sharedTake(world)).answerId })),

  "forum.proposals.withdraw": row(OWN, proposal),
  "forum.proposals.credit": row(SELF, async (world) => {
    const [category] = await world.by(world.owner, "practice.categories");
    return { questionId: (await world.by(world.owner, "practice.questions", { category_id: category.uid }))[0].uid };
  }),
  "forum.flag": row(SELF, async (world) => ({ postId: (await post(world)).uid, reason: "spam" }), { owner: "wrongState" }),
  "forum.search": row(SHARED, async (world) => {
    await topic(world);
    return { text: world.owner.mark };
  }),
  "forum.live": row(SELF, topic),
};
