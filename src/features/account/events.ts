/** What concerns one person alone: "account", "export" or "sessions" changed. */
export const userTopic = (userId: string): string => `user:${userId}`;
