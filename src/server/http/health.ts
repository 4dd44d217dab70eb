/** Whether this process lives: whoever asks may end one that does not. */
export const LIVE = "/api/health/live";
/** Whether it is to be sent anybody. */
export const READY = "/api/health/ready";
