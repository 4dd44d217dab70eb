"use client";

import { ClipboardDocumentIcon, LinkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { AnswerState } from "@/lib/enums/practice";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { copyText } from "@/ui/copy-text";
import { TextField } from "@/ui/field";
import { passFocusOn } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import { canShare } from "../rules";

/** A link that plays this one answer to whoever has it, until it is revoked. */
export function SharePanel({
  uid,
  state,
  rated,
  link,
  onChanged,
}: {
  uid: string;
  state: AnswerState;
  rated: boolean;
  link: string | null;
  onChanged: () => void;
}) {
  const t = useTranslations("practice.share");
  const onError = useErrorToast();
  const share = trpc.practice.share.useMutation({ onSuccess: onChanged, onError });
  const revoke = trpc.practice.revokeShare.useMutation({
    onSuccess: () => {
      notify("success", t("revoked"));
      onChanged();
    },
    onError,
  });
  const copy = () => copyText(link ?? "", t("copied"), t("copyFailed"));
  return (
    <Card tabIndex={-1} className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p role="status" className="mt-1 mb-5 text-ink-soft">
        {t(link ? "active" : canShare(state, rated) ? "lead" : "rateFirst")}
      </p>
      {link ? (
        <div className="grid gap-4">
          <TextField label={t("link")} value={link} readOnly dir="ltr" onFocus={(event) => event.target.select()} />
          <div className="flex flex-wrap gap-3">
            <Button icon={<ClipboardDocumentIcon className="size-5" />} onClick={() => void copy()}>
              {t("copy")}
            </Button>
            <Button ref={passFocusOn} look="danger" busy={revoke.isPending} onClick={() => revoke.mutate({ uid })}>
              {t("revoke")}
            </Button>
          </div>
        </div>
      ) : (
        <Button
          ref={passFocusOn}
          look="outline"
          icon={<LinkIcon className="size-5" />}
          disabled={!canShare(state, rated)}
          busy={share.isPending}
          onClick={() => share.mutate({ uid })}
        >
          {t("create")}
        </Button>
      )}
    </Card>
  );
}
