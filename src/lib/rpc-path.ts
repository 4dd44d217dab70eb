/** Where the pages' own calls go. */
export const RPC_PATH = "/api/trpc";
