/** Letters of a reason. */
export const MAX_REASON = 500;
