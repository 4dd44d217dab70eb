import { type Locale, localeDirection, localeTag } from "@/lib/locales";
import type { MailAttachment } from "../db/schema";
import type { Env } from "../env";
import { escapeHtml } from "../html";
import { readableValues, serverText } from "../text";
import type { Mail } from "../vendors/mail";
import { type MailTemplate, NOTIFICATION_SETTINGS, TEMPLATES } from "./templates";
import { unsubscribePath } from "./unsubscribe";

interface Draft {
  id: string;
  to: string;
  locale: Locale;
  template: MailTemplate;
  values: Record<string, string | number>;
  attachments?: MailAttachment[];
}

/** What mails of an earlier release, which wait still, do not say of a quote. */
const EARLIER = { kind: "quote", revised: "no" };

/** Writes a mail in its reader's language, as text and as HTML that reads from the right side. */
export function renderMail(env: Env, { id, to, locale, template, values, attachments = [] }: Draft): Mail {
  const replyTo = typeof values.replyTo === "string" ? values.replyTo : undefined;
  const known = readableValues(locale, { ...EARLIER, ...values, answered: replyTo ? "yes" : "no" });
  const say = (part: string) => serverText(locale, `mails.${template}.${part}`, known);
  const link = TEMPLATES[template]?.({ publicUrl: env.publicUrl, secrets: env.secrets }, values);
  const unsubscribe = unsubscribeLink(env, values);
  const words: Words = {
    subject: say("subject"),
    // Blank lines part paragraphs.
    paragraphs: say("text")
      .split("\n\n")
      .map((text) => ({ text, theirs: isWritten(text, known) })),
    action: link ? { link, label: say("action") } : undefined,
    choose:
      unsubscribe === undefined ? undefined : { link: env.publicUrl + NOTIFICATION_SETTINGS, label: serverText(locale, "mails.choose") },
    footer: serverText(locale, "mails.footer", { address: env.publicUrl }),
  };
  const mail = {
    id,
    to,
    subject: words.subject,
    text: asText(words),
    html: asHtml(words, locale),
    language: localeTag(locale),
    attachments,
  };
  return { ...mail, ...(replyTo ? { replyTo } : {}), ...(unsubscribe ? { unsubscribe } : {}) };
}

/** Where mails of this kind are turned off, if that is for choosing. */
function unsubscribeLink({ publicUrl, secrets }: Env, { userId, events }: Draft["values"]): string | undefined {
  return typeof userId === "string" && typeof events === "string" ? publicUrl + unsubscribePath(secrets, userId, events) : undefined;
}

/**
 * Whether a paragraph is what somebody wrote: it reads as its own letters do, and not as the mail does. A sentence of Parley's is not, though
 * it may begin with somebody's name in other letters; where it comes whole as a value, names are set apart in it (U+2068).
 */
const isWritten = (paragraph: string, values: Draft["values"]): boolean =>
  !paragraph.includes("\u2068") && Object.values(values).some((value) => typeof value === "string" && value.includes(paragraph));

interface Words {
  subject: string;
  /** Each with whether somebody wrote it, and not Parley. */
  paragraphs: { text: string; theirs: boolean }[];
  action: { link: string; label: string } | undefined;
  /** How to hear less, in mails that somebody can do without. */
  choose: { link: string; label: string } | undefined;
  footer: string;
}

const asText = ({ paragraphs, action, choose, footer }: Words): string =>
  [
    ...paragraphs.map(({ text }) => text),
    ...(action ? [`${action.label}:\n${action.link}`] : []),
    ["--", ...(choose ? [`${choose.label}: ${choose.link}`] : []), footer].join("\n"),
  ].join("\n\n");

/** Styles stand at each element and the layout is a table, because mail programs know little else. */
function asHtml({ subject, paragraphs, action, choose, footer }: Words, locale: Locale): string {
  const direction = localeDirection(locale);
  const align = direction === "rtl" ? "right" : "left";
  const font = "font-family:'Public Sans','Segoe UI',Roboto,'Noto Sans Arabic','PingFang SC','Microsoft YaHei',sans-serif";
  // Somebody's own words keep their lines.
  const text = `${font};font-size:16px;line-height:1.6;color:#1c2b27;margin:0 0 16px;text-align:${align};white-space:pre-line`;
  const button = `${font};display:inline-block;padding:12px 24px;background:#0b6b53;color:#ffffff;border-radius:8px;font-size:16px;font-weight:600;text-decoration:none`;
  return `<!doctype html>
<html lang="${localeTag(locale)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f3f6f5;padding:24px 12px" dir="${direction}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px" dir="${direction}">
<tr><td style="padding:32px">
<p style="${font};font-size:20px;font-weight:700;color:#0b6b53;margin:0 0 24px;text-align:${align}">Parley</p>
<h1 style="${font};font-size:22px;line-height:1.35;color:#1c2b27;margin:0 0 16px;text-align:${align}">${escapeHtml(subject)}</h1>
${paragraphs.map((one) => `<p style="${text}"${one.theirs ? ' dir="auto"' : ""}>${escapeHtml(one.text)}</p>`).join("\n")}
${action ? `<p style="margin:24px 0;text-align:${align}"><a href="${escapeHtml(action.link)}" style="${button}">${escapeHtml(action.label)}</a></p>\n<p style="${font};font-size:13px;color:#4d5f5a;margin:0;word-break:break-all;text-align:left" dir="ltr">${escapeHtml(action.link)}</p>` : ""}
</td></tr></table>
<p style="${font};font-size:13px;color:#4d5f5a;margin:16px 0 0">${choose ? `<a href="${escapeHtml(choose.link)}" style="color:#4d5f5a">${escapeHtml(choose.label)}</a><br>` : ""}${escapeHtml(footer)}</p>
</td></tr></table>
</body></html>`;
}
