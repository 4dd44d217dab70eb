import path from "node:path";
import type { DemoLogin } from "./db/seed";
import { SECRETS } from "./kept-secrets";

interface Started {
  publicUrl: string;
  dataDir: string;
  logins: readonly DemoLogin[];
  /** Whether somebody reads it on a screen. What is no terminal is kept, and read by others. */
  isTerminal: boolean;
}

/** What a start says once all is ready. Passwords are shown as they are made, and later to a terminal alone. */
export function announcement({ publicUrl, dataDir, logins, isTerminal }: Started): string {
  const shown = isTerminal || logins.some(({ isNew }) => isNew);
  const lines = logins.map(({ email, password, role }) => `  ${role.padEnd(12)} ${email.padEnd(28)} ${shown ? password : ""}`.trimEnd());
  const heading = shown ? "Demo logins:" : `Demo logins, whose passwords stand in ${path.join(dataDir, SECRETS)}:`;
  return [`\nParley is ready at ${publicUrl}`, ...(lines.length > 0 ? [heading, ...lines] : []), "Ctrl-C stops it.\n"].join("\n");
}
