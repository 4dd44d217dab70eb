"use client";

import { ClipboardDocumentIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { IconButton } from "@/ui/button";
import { copyText } from "@/ui/copy-text";

/**
 * Code to read and to copy.
 * @param whole what is copied, where less is shown
 */
export function CodeBlock({ label, text, whole = text }: { label: string; text: string; whole?: string }) {
  const common = useTranslations("common");
  const format = useFormat();
  const copy = () => copyText(whole, common("copied"), common("notCopied"));
  return (
    // The button beside, not above: what scrolls under it could not be read.
    <div dir="ltr" className="flex min-w-0 items-start rounded-box bg-sunken">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="max-h-80 min-w-0 grow overflow-auto rounded-box p-3"
      >
        <pre lang="en" className="text-start font-mono text-[0.8125rem] leading-relaxed text-ink">
          {text}
        </pre>
      </section>
      <IconButton label={format.labelled(common("copy"), label)} className="shrink-0" onClick={() => void copy()}>
        <ClipboardDocumentIcon className="size-5!" />
      </IconButton>
    </div>
  );
}
