/** What concerns one person alone: "account", "export", "subscription" or "notifications" changed. */
export const userTopic = (userId: string): string => `user:${userId}`;
