"use client";

import type { AskedInput } from "./schema";

let brought: AskedInput | undefined;

/**
 * Takes a question from the log of interviews along to the message with which it is proposed, or leaves it behind. It is in this page's
 * memory alone: consent is given anew.
 */
export const bringAsked = (asked: AskedInput | undefined): void => {
  brought = asked;
};

export const broughtAsked = (): AskedInput | undefined => brought;
