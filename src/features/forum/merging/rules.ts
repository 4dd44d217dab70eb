const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const ADDRESS = new RegExp(`[?&](topic|post)=(${UUID})`, "i");

/** The topic, or the message, that an address of the community names; null for any other. */
export function addressed(address: string): { topicId?: string; postId?: string } | null {
  const [, what, uid] = ADDRESS.exec(address) ?? [];
  if (!uid) return null;
  return what === "topic" ? { topicId: uid } : { postId: uid };
}
