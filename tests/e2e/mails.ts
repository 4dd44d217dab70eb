import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { RunningApp } from "./app";

interface Kept {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Mails that the app kept for an address, the newest first. */
export function mailsTo({ dataDir }: Pick<RunningApp, "dataDir">, address: string): Kept[] {
  const folder = path.join(dataDir, "mails");
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    // None was written yet.
  }
  const mails = names
    .sort()
    .reverse()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Kept);
  return mails.filter(({ to }) => to === address);
}

/** The link of the newest mail with this subject, once it has come. */
export async function linkFromMail(app: RunningApp, address: string, subject: string): Promise<string> {
  const find = () => mailsTo(app, address).find((mail) => mail.subject === subject);
  await expect.poll(find, { timeout: 30_000, message: `a mail "${subject}" to ${address}` }).toBeTruthy();
  const link = find()?.text.match(/https?:\/\/\S+#\S+/)?.[0];
  if (!link) throw new Error("the mail has no link");
  return link;
}
