"use client";

/** The browser's time zone: whoever chose none for their account lives by it. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
