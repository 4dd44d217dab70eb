import type { UserContext } from "@/server/api/context";
import { messages } from "@/server/realtime";
import { roomTopic, topicTopic } from "./events";
import { roomIds, roomOf } from "./rooms/queries";
import type { LiveInput } from "./schema";
import { seeTopic } from "./topics/queries";

/** What happens in a topic, in a room's list or in all lists, as it does. @throws AppError notFound */
export async function liveEvents({ db, actor, realtime, signal }: UserContext, { topicId, professionId }: LiveInput) {
  const topics: string[] = [];
  if (topicId) topics.push(topicTopic((await seeTopic(db, actor, topicId)).id));
  if (professionId) topics.push(roomTopic((await roomOf(db, professionId)).id));
  if (topics.length === 0) topics.push(...(await roomIds(db)).map(roomTopic));
  return messages(realtime, topics, signal);
}
