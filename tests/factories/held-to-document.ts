import type { Answer } from "#tests/config/harness";

type Check = (method: string, target: string, answer: Answer) => void;
let check: Check = () => {};

/** Has answers held to the document from now on: tests in the browser, which share how files are sent, do not load it. */
export const holdAnswersWith = (checker: Check): void => {
  check = checker;
};

/** @throws Error where the document says otherwise */
export const heldToDocument: Check = (method, target, answer) => check(method, target, answer);
