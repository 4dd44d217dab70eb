import type { Harness } from "#tests/config/harness";
import { sendDueMails } from "@/server/mail/outbox";
import type { KeptMail } from "@/server/vendors/mail";
import { sentence } from "./catalogues";

/** Sends what is due and gives the mails that reached an address, the oldest first. For harnesses without a mail server. */
export async function mailsTo({ app }: Harness, address: string): Promise<KeptMail[]> {
  await sendDueMails(app.services);
  const kept = await app.services.mail.kept?.list({ offset: 0, limit: 10_000 });
  if (!kept) throw new Error("this harness sends its mails away");
  return kept.mails.filter(({ to }) => to === address).reverse();
}

/** The mails of one kind, told by their English subject. */
export async function mailsAbout(harness: Harness, address: string, template: string): Promise<KeptMail[]> {
  const subject = sentence("en", `mails.${template}.subject`);
  return (await mailsTo(harness, address)).filter((mail) => mail.subject === subject);
}

/** The link in a mail's text. */
export function linkIn({ text = "" }: { text?: string | undefined }): URL {
  const [link] = text.match(/https?:\/\/\S+/) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return new URL(link);
}

/** The token of the newest link of a kind that an address got. */
export async function newestToken(harness: Harness, address: string, template: string): Promise<string> {
  const mail = (await mailsAbout(harness, address, template)).at(-1);
  if (!mail) throw new Error(`no mail ${template} to ${address}`);
  return linkIn(mail).hash.slice(1);
}
