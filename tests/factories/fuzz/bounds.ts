/** How many times as many requests are made as in CI, and of which data: FUZZ=10 makes ten times as many, FUZZ_SEED others. */
export const TIMES = Number(process.env.FUZZ ?? 1);
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125);
