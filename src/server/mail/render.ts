import { type Locale, localeDirection, localeTag } from "@/lib/locales";
import { formatMoney } from "@/lib/money";
import type { Env } from "../env";
import { escapeHtml } from "../html";
import { serverText } from "../text";
import type { Mail } from "../vendors/mail";
import { type MailTemplate, TEMPLATES } from "./templates";

interface Draft {
  id: string;
  to: string;
  locale: Locale;
  template: MailTemplate;
  values: Record<string, string | number>;
}

/** Writes a mail in its reader's language, as text and as HTML that reads from the right side. */
export function renderMail(env: Env, { id, to, locale, template, values }: Draft): Mail {
  const say = (part: string) => serverText(locale, `mails.${template}.${part}`, readable(values, locale));
  const link = TEMPLATES[template]?.({ publicUrl: env.publicUrl, secret: env.secret }, values);
  const words: Words = {
    subject: say("subject"),
    // Blank lines part paragraphs.
    paragraphs: say("text").split("\n\n"),
    action: link ? { link, label: say("action") } : undefined,
    footer: serverText(locale, "mails.footer", { address: env.publicUrl }),
  };
  return { id, to, subject: words.subject, text: asText(words), html: asHtml(words, locale), language: localeTag(locale) };
}

interface Words {
  subject: string;
  paragraphs: string[];
  action: { link: string; label: string } | undefined;
  footer: string;
}

/**
 * Instants travel as `…At`, and are told in the reader's way, in UTC where no zone is known; money as `…Amount`, in minor units
 * before its currency: "1250 usd".
 */
function readable(values: Draft["values"], locale: Locale): Draft["values"] {
  const timeZone = typeof values.timeZone === "string" && values.timeZone ? values.timeZone : "UTC";
  const format = new Intl.DateTimeFormat(localeTag(locale), { timeZone, dateStyle: "long", timeStyle: "short" });
  const zone = timeZone === "UTC" ? " UTC" : "";
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name.endsWith("At")) return [name, `${format.format(new Date(value))}${zone}`];
      return [name, name.endsWith("Amount") ? money(String(value), locale) : value];
    }),
  );
}

function money(value: string, locale: Locale): string {
  const [minor = "0", currency = "usd"] = value.split(" ");
  return formatMoney(localeTag(locale), Number(minor), currency);
}

const asText = ({ paragraphs, action, footer }: Words): string =>
  [...paragraphs, ...(action ? [`${action.label}:\n${action.link}`] : []), `--\n${footer}`].join("\n\n");

/** Styles stand at each element and the layout is a table, because mail programs know little else. */
function asHtml({ subject, paragraphs, action, footer }: Words, locale: Locale): string {
  const direction = localeDirection(locale);
  const align = direction === "rtl" ? "right" : "left";
  const font = "font-family:'Public Sans','Segoe UI',Roboto,'Noto Sans Arabic','PingFang SC','Microsoft YaHei',sans-serif";
  const text = `${font};font-size:16px;line-height:1.6;color:#1c2b27;margin:0 0 16px;text-align:${align}`;
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
${paragraphs.map((paragraph) => `<p style="${text}" dir="auto">${escapeHtml(paragraph)}</p>`).join("\n")}
${action ? `<p style="margin:24px 0;text-align:${align}"><a href="${escapeHtml(action.link)}" style="${button}">${escapeHtml(action.label)}</a></p>\n<p style="${font};font-size:13px;color:#4d5f5a;margin:0;word-break:break-all;text-align:left" dir="ltr">${escapeHtml(action.link)}</p>` : ""}
</td></tr></table>
<p style="${font};font-size:13px;color:#4d5f5a;margin:16px 0 0">${escapeHtml(footer)}</p>
</td></tr></table>
</body></html>`;
}
