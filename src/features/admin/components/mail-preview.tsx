"use client";

import { useTranslations } from "next-intl";

/** Below this line a mail's text only says who sent it. */
const SIGNATURE = "\n\n--\n";

/** The addresses that a mail's text asks to open. */
const linksOf = (text: string): string[] => [...new Set((text.split(SIGNATURE)[0] ?? "").match(/https?:\/\/\S+/g) ?? [])];

/** Links in a mail name no target: inside the frame they would open in the frame, which no page of ours allows. */
const inNewTab = (html: string): string => html.replace("<head>", '<head><base target="_blank">');

/** A mail as its reader would see it: in a frame without scripts and without an origin. */
export function MailPreview({ mail }: { mail: { html: string; text: string } }) {
  const t = useTranslations("admin.mails");
  return (
    <div className="mt-4 grid gap-3">
      <iframe
        title={t("preview")}
        srcDoc={inNewTab(mail.html)}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-168 w-full rounded-box border border-line bg-white sm:h-132"
      />
      {linksOf(mail.text).map((link) => (
        <a
          key={link}
          href={link}
          target="_blank"
          rel="noopener"
          dir="ltr"
          className="rounded-sm text-sm break-all text-primary-text underline underline-offset-4 rtl:text-end"
        >
          {link}
        </a>
      ))}
    </div>
  );
}
