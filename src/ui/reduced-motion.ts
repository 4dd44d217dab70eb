/** Whether somebody wants what moves by itself to be still; styles ask for it by themselves. */
export const prefersReducedMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
