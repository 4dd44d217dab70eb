/** What counts as a pause: what a listener notices as one. Shorter gaps are part of speaking. */
export const PAUSE_MS = 500;

/** How finely the waveform is kept: bars. */
export const MAX_PEAKS = 600;
