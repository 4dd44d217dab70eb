"use client";

import { authorization } from "./client";

/**
 * For a page that goes away: the browser sends it to the end. A beacon would do so, too, but could not say who sends it.
 * @returns what is told of it  @throws Error where it is not taken, or no answer comes
 */
export async function sendOnLeaving<Answer>(path: `/api/${string}`, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json", "accept-language": document.documentElement.lang, ...authorization() },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Not accepted: ${response.status}`);
  return ((await response.json()) as { data: Answer }).data;
}
