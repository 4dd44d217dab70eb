/** What concerns one person alone: "account" or "export" changed. */
export const userTopic = (userId: string): string => `user:${userId}`;
