import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { z } from "zod";
import type { MailAttachment } from "../db/schema";
import type { Env } from "../env";
import type { Log } from "../log";
import { isThisMachine } from "../origins";

export interface Mail {
  /** The same for every attempt at the same mail, so that a mail system can drop a second copy. */
  id: string;
  to: string;
  /** Who reads answers; without it nobody does. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** BCP 47. */
  language: string;
  /** Turns such mails off with one POST. */
  unsubscribe?: string;
  attachments: MailAttachment[];
}

const keptMail = z.object({
  id: z.uuid(),
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  language: z.string(),
  unsubscribe: z.string().optional(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), content: z.string() })).default([]),
  sentAt: z.string(),
});
export type KeptMail = z.infer<typeof keptMail>;

export interface MailTransport {
  /** @throws when the mail was not taken; it may be sent again */
  send(mail: Mail): Promise<void>;
  /** Where no mail server is configured, mails stay in a folder; null where they are sent. */
  kept: {
    list(page: { offset: number; limit: number }): Promise<{ mails: KeptMail[]; total: number }>;
  } | null;
  /** Removes kept mails to an address, or those from before an instant: also where mails are sent by now, and were kept before. */
  forget(which: { to: string } | { olderThan: Date }): Promise<void>;
  close(): void;
}

/** What nodemailer calls it where a server is not there, cannot be spoken to, or lets nobody in: it has not looked at any mail then. */
const SERVER_FAILURES = new Set([
  "ECONNECTION",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "ESOCKET",
  "EDNS",
  "ETLS",
  "EREQUIRETLS",
  "EPROTOCOL",
  "EPROXY",
  "EAUTH",
  "ENOAUTH",
]);

/** Whether it is the mail server that failed, and no mail that it refused. */
export const isServerFailure = (error: unknown): boolean => SERVER_FAILURES.has(String((error as { code?: unknown } | undefined)?.code));

/** What a reply says of why, where it does (RFC 3463): the recipient's mailbox, or what a server makes of whoever sends. */
const BY_POLICY = /^\d{3}[ -]5\.7\./;

/**
 * Whether the server said that it never takes anything for this recipient, such as for an address with a mistake in it. Not what it puts
 * off (a greylist), what it says of the sender, nor what its rules forbid for now: whoever runs the service can mend that.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode = 0, response = "" } = error as Partial<SmtpRefusal>;
  return code === "EENVELOPE" && command === "RCPT TO" && responseCode >= 550 && responseCode <= 554 && !BY_POLICY.test(response);
}

/** What nodemailer says of a reply. */
interface SmtpRefusal {
  code: string;
  command: string;
  responseCode: number;
  response: string;
}

/** Waits of a mail server that does not answer, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Mail over SMTP (nodemailer), or into a folder of the data folder while there is no server to speak to. */
export function createMail(env: Env, log: Log): MailTransport {
  const folder = keptMails(path.join(env.dataDir, "mails"), log);
  if (env.SMTP_URL) return { ...overSmtp(env, env.SMTP_URL), kept: null, forget: folder.forget };
  return { send: folder.keep, kept: { list: folder.list }, forget: folder.forget, close: () => {} };
}

/** What stands in an address, as the mail client reads it: a password in which a % stands for itself is one, too. */
function plain(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function overSmtp({ MAIL_FROM, publicUrl }: Env, url: string): Pick<MailTransport, "send" | "close"> {
  const { hostname } = new URL(publicUrl);
  // An open line is encrypted before anything is said on it (RFC 3207), but for this machine's own; the address may say otherwise.
  const requireTLS = !isThisMachine(new URL(url).hostname);
  const transport = createTransport({ url, pool: true, maxConnections: 2, requireTLS, ...TIMEOUTS });
  const password = plain(new URL(url).password);
  return {
    send: async ({ id, to, replyTo, subject, text, html, language, unsubscribe, attachments }) => {
      const sending = transport.sendMail({
        from: MAIL_FROM ?? `Parley <no-reply@${hostname}>`,
        to: { name: "", address: to },
        ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
        subject,
        text,
        html,
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content, encoding: "base64" })),
        messageId: `<${id}@${hostname}>`,
        // RFC 3834: nobody's holiday notice answers an automatic mail.
        headers: {
          "Auto-Submitted": "auto-generated",
          "Content-Language": language,
          // RFC 8058.
          ...(unsubscribe ? { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
        },
      });
      await sending.catch((error: Error) => {
        // A server may say back what it was shown, and its words stand in the log.
        if (password) error.message = error.message.replaceAll(password, "[password]");
        throw error;
      });
    },
    close: () => transport.close(),
  };
}

function keptMails(folder: string, log: Log) {
  const name = (id: string) => path.join(folder, `${id}.json`);
  const all = async () => await readdir(folder).catch(() => []);
  // Ids begin with their time (UUID version 7), so names in descending order are the newest first.
  const names = async () =>
    (await all())
      .filter((file) => file.endsWith(".json"))
      .toSorted()
      .reverse();
  /** Nothing for one that cannot be read, such as after a power cut: it holds nobody and nothing else up, and goes by its age. */
  const read = async (file: string): Promise<KeptMail | undefined> => {
    try {
      return keptMail.parse(JSON.parse(await readFile(path.join(folder, file), "utf8")));
    } catch (error) {
      // What it is of is not said: parsers quote what they could not read.
      if (!isGone(error)) log.warn({ file }, "a kept mail cannot be read");
      return undefined;
    }
  };
  const isOlder = async (file: string, than: Date): Promise<boolean> => {
    try {
      return (await stat(path.join(folder, file))).mtime < than;
    } catch (error) {
      if (!isGone(error)) throw error;
      return false;
    }
  };
  return {
    keep: async (mail: Mail) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const kept: KeptMail = { ...mail, sentAt: new Date().toISOString() };
      // Whole or not at all, and the second attempt at a mail takes the place of the first.
      await writeFile(`${name(mail.id)}.part`, JSON.stringify(kept), { mode: 0o600 });
      await rename(`${name(mail.id)}.part`, name(mail.id));
    },
    list: async ({ offset, limit }: { offset: number; limit: number }) => {
      const files = await names();
      const mails = await Promise.all(files.slice(offset, offset + limit).map(read));
      return { mails: mails.filter((mail) => mail !== undefined), total: files.length };
    },
    forget: async (which: { to: string } | { olderThan: Date }) => {
      // What was being written when its process ended goes by its age, too.
      for (const file of "to" in which ? await names() : await all()) {
        const goes = "to" in which ? (await read(file))?.to === which.to : await isOlder(file, which.olderThan);
        if (goes) await rm(path.join(folder, file), { force: true });
      }
    },
  };
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
