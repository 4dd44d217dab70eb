/** What the audit log has for an address where somebody acted at a terminal of the server. */
export const TERMINAL = "terminal";
