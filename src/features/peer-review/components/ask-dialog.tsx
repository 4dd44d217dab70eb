"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import type { RecordingKind } from "@/lib/enums/practice";
import { LOCALES, type Locale } from "@/lib/locales";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import { TO_GIVE } from "../rules";

interface AskDialogProps {
  answerId: string;
  kind: RecordingKind;
  /** It can be played by a link, under its maker's first name. */
  linked: boolean;
  /** Nothing was given for it yet: each further request is paid for before. */
  first: boolean;
  /** It was asked for. Where reviewers are to hear the voice first, its copy has to be made now. */
  onAsked: (request: { uid: string; staged: boolean }) => void;
  onClose: () => void;
}

/** Says plainly who will hear and see what, before anybody does. */
export function AskDialog({ answerId, kind, linked, first, onAsked, onClose }: AskDialogProps) {
  const t = useTranslations("peerReview.ask");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const utils = trpc.useUtils();
  const usage = trpc.subscription.usage.useQuery();
  // Nobody agrees to be heard by they do not know how many.
  const wanted = usage.data?.data.entitlements.reviewsWanted;
  const [staged, setStaged] = useState(false);
  const [staffMay, setStaffMay] = useState(false);
  const [language, setLanguage] = useState<Locale>(useLanguage());
  const save = trpc.peerReview.requests.save.useMutation({
    onSuccess: ({ data }) => {
      void utils.peerReview.invalidate();
      // The answer is in review now.
      void utils.practice.answer.invalidate({ uid: answerId });
      void utils.practice.answers.invalidate();
      onAsked({ uid: data.uid, staged });
    },
  });
  const points = [
    "who",
    kind === "video" ? "video" : "voice",
    "hidden",
    "recognise",
    ...(linked ? (["linked"] as const) : []),
    "end",
    ...(first ? (["give"] as const) : []),
  ] as const;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      footer={
        <DialogActions
          onCancel={onClose}
          busy={save.isPending}
          disabled={wanted === undefined}
          onClick={() => save.mutate({ answer_id: answerId, staged, staffMay, language })}
        >
          {t("confirm")}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        {save.isError ? <Alert tone="danger">{errorMessage(save.error)}</Alert> : null}
        {isMissing(usage) ? <LoadFailed query={usage} /> : null}
        {usage.isLoading ? <LoadingList /> : null}
        {wanted === undefined ? null : (
          <ul className="grid list-disc gap-2 ps-5 text-ink">
            {points.map((point) => (
              <li key={point}>{t(`points.${point}`, { wanted, give: TO_GIVE })}</li>
            ))}
          </ul>
        )}
        {kind === "video" ? (
          <div className="text-ink">
            <Choices
              label={t("stages")}
              columns={1}
              value={staged ? "staged" : "whole"}
              choices={(["whole", "staged"] as const).map((value) => ({ value, label: t(`stage.${value}`) }))}
              onChange={(value) => setStaged(value === "staged")}
            />
            <p className="mt-2 text-sm text-ink-soft">{t("stagesHelp")}</p>
          </div>
        ) : null}
        <div className="text-ink">
          <SelectField label={t("language")} value={language} onChange={({ target }) => setLanguage(target.value as Locale)}>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale}>
                {format.language(locale)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="text-ink">
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-primary"
              checked={staffMay}
              onChange={({ target }) => setStaffMay(target.checked)}
            />
            <span>{t("staff")}</span>
          </label>
          <p className="mt-1 ps-8 text-sm text-ink-soft">{t("staffHelp")}</p>
        </div>
      </div>
    </Dialog>
  );
}
