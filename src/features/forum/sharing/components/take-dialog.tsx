"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { isStored } from "@/features/practice/rules";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { SHARE_DAYS } from "../rules";
import type { ShareInput } from "../schema";

type TakeShare = Extract<ShareInput, { kind: "take" }>;

interface TakeDialogProps {
  onChoose: (share: TakeShare, question: string) => void;
  onClose: () => void;
}

/** An own take, to be shared with a message: which, for how long, and that it is meant so. */
export function TakeDialog({ onChoose, onClose }: TakeDialogProps) {
  const t = useTranslations("forum.share");
  const [take, setTake] = useState<{ uid: string; question: string }>();
  const [days, setDays] = useState<TakeShare["days"]>(7);
  const [consent, setConsent] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("takeTitle")}
      footer={
        take ? (
          <DialogActions
            onCancel={() => setTake(undefined)}
            cancelLabel={t("another")}
            disabled={!consent}
            onClick={() => consent && onChoose({ kind: "take", answerId: take.uid, days, consent }, take.question)}
          >
            {t("add")}
          </DialogActions>
        ) : null
      }
    >
      {take ? (
        <div className="grid gap-4 text-ink">
          <p className="font-semibold">{take.question}</p>
          <Choices
            label={t("days")}
            columns={3}
            value={days}
            choices={SHARE_DAYS.map((value) => ({ value, label: t("dayCount", { count: value }) }))}
            onChange={setDays}
          />
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-primary"
              checked={consent}
              onChange={({ target }) => setConsent(target.checked)}
            />
            <span>{t("consent")}</span>
          </label>
          <p className="text-sm text-ink-soft">{t("consentHelp")}</p>
        </div>
      ) : (
        <Takes onChoose={setTake} />
      )}
    </Dialog>
  );
}

function Takes({ onChoose }: { onChoose: (take: { uid: string; question: string }) => void }) {
  const t = useTranslations("forum.share");
  const format = useFormat();
  const [page, setPage] = useState(1);
  const query = trpc.practice.answers.useQuery({ page });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const takes = query.data.data.filter(({ state, recording }) => isStored(state) && recording !== null);
  return (
    <div className="text-ink">
      {takes.length === 0 ? <p className="py-4 text-ink-soft">{t("noTakes")}</p> : null}
      <ul className="grid gap-1">
        {takes.map(({ uid, question, recorded_at }) => (
          <li key={uid}>
            <button
              type="button"
              className="w-full rounded-box px-3 py-2.5 text-start hover:bg-sunken"
              onClick={() => onChoose({ uid, question })}
            >
              <span className="block font-medium">{question}</span>
              <span className="block text-sm text-ink-soft">{format.dateTime(recorded_at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pagination page={page} total={query.data.meta.total} onSelect={setPage} />
    </div>
  );
}
