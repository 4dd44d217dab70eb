/** A start that cannot succeed, told in one sentence; the process exits with code 1. */
export class StartError extends Error {}
