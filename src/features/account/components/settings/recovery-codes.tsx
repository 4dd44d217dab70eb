"use client";

import { ArrowDownTrayIcon, ClipboardDocumentIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy-text";
import { Dialog } from "@/ui/dialog";

/** New recovery codes, shown this once; they leave only by the button that says that they are kept. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations("account.factors");
  const common = useTranslations("common");
  const text = `${t("codesFile")}\n\n${codes.join("\n")}\n`;
  const copy = () => copyText(codes.join("\n"), common("copied"), common("notCopied"));
  return (
    <Dialog
      open={codes.length > 0}
      // A click beside it must not cost the only sight of them.
      onClose={() => {}}
      title={t("codesTitle")}
      cross={false}
      footer={<Button onClick={onClose}>{t("codesKept")}</Button>}
    >
      <div className="grid gap-4">
        <p>{t("codesOnce")}</p>
        <ul className="grid gap-y-1.5 rounded-box bg-sunken p-4 font-mono text-sm text-ink rtl:text-end" dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button look="outline" size="sm" icon={<ClipboardDocumentIcon className="size-5" />} onClick={() => void copy()}>
            {common("copy")}
          </Button>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="parley-recovery-codes.txt"
            className="inline-flex min-h-9 items-center gap-2 rounded-box border border-line-strong/60 bg-surface px-3 text-sm font-semibold text-ink hover:bg-sunken"
          >
            <ArrowDownTrayIcon className="size-5" />
            {t("codesDownload")}
          </a>
        </div>
      </div>
    </Dialog>
  );
}
