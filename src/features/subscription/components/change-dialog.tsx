"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import type { BillingInterval } from "@/lib/enums/subscription";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import type { PaidPlan } from "../rules";

type Preview = RouterOutputs["subscription"]["previewChange"]["data"];

/** What another plan costs today, line by line, before anything is charged. */
export function ChangeDialog({ wanted, onClose }: { wanted: { plan: PaidPlan; interval: BillingInterval }; onClose: () => void }) {
  const t = useTranslations("subscription");
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const utils = trpc.useUtils();
  // Asked anew each time: the amounts are those of this minute.
  const preview = trpc.subscription.previewChange.useQuery(wanted, { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false });
  const plan = t(`plans.${wanted.plan}`);
  const change = trpc.subscription.change.useMutation({
    onSuccess: async () => {
      await utils.subscription.invalidate();
      onClose();
      notify("success", t("change.done", { plan }));
    },
    onError: (error) => {
      if (toApiError(error).code === "previewOutdated") void preview.refetch();
    },
  });
  const sum = preview.data?.data;
  const failure = change.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("change.title", { plan })}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            {common("cancel")}
          </Button>
          {sum ? (
            <Button busy={change.isPending} onClick={() => change.mutate({ ...wanted, ...shownOf(sum) })}>
              {sum.dueToday > 0 ? t("change.confirm", { amount: format.charge(sum.dueToday, sum.currency) }) : t("change.confirmFree")}
            </Button>
          ) : null}
        </>
      }
    >
      {failure ? (
        <div className="mb-4">
          <Alert tone="danger">{errorMessage(failure)}</Alert>
        </div>
      ) : null}
      {isMissing(preview) ? <LoadFailed query={preview} /> : null}
      {isComing(preview) ? <LoadingList /> : null}
      {sum ? <Sum sum={sum} interval={wanted.interval} /> : null}
    </Dialog>
  );
}

/** What the button has promised. */
const shownOf = ({ prorationDate, priceId, currentPriceId, dueToday }: Preview) => ({ prorationDate, priceId, currentPriceId, dueToday });

function Sum({ sum, interval }: { sum: Preview; interval: BillingInterval }) {
  const t = useTranslations("subscription");
  const format = useFormat();
  const money = (amount: number) => format.charge(amount, sum.currency);
  return (
    <>
      <dl className="mt-2 grid gap-3 text-ink">
        {sum.lines.map((line) => (
          <Line
            key={`${line.kind}${line.amount}`}
            label={t(line.kind === "credit" ? "change.creditLine" : "change.chargeLine", { plan: t(`plans.${line.plan}`) })}
            why={t("change.formula", { price: money(line.price), days: format.number(line.days), ofDays: format.number(line.ofDays) })}
            amount={money(line.amount)}
          />
        ))}
        {sum.fromBalance < 0 ? <Line label={t("change.fromBalance")} amount={money(sum.fromBalance)} /> : null}
        <Line strong label={t("change.dueToday")} amount={money(sum.dueToday)} />
        {sum.balanceAfter < 0 ? (
          <Line label={t("change.balanceAfter")} why={t("change.balanceWhy")} amount={money(-sum.balanceAfter)} />
        ) : null}
      </dl>
      <p className="mt-4">
        {t("change.next", {
          date: format.date(sum.next.at),
          amount: t(interval === "month" ? "perMonth" : "perYear", { amount: money(sum.next.amount) }),
        })}
      </p>
    </>
  );
}

const Line = ({ label, why, amount, strong }: { label: string; why?: ReactNode; amount: string; strong?: boolean }) => (
  <div className={clsx("flex items-baseline justify-between gap-4", strong && "border-t border-line pt-3 font-semibold")}>
    <dt>
      {label}
      {why ? <span className="block text-sm font-normal text-ink-soft">{why}</span> : null}
    </dt>
    <dd className="tabular whitespace-nowrap">{amount}</dd>
  </div>
);
