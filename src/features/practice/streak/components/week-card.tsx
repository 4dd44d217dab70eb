"use client";

import { CheckIcon } from "@heroicons/react/24/solid";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { passFocusOn } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import type { Streak } from "../rules";

/** The last seven days, and how many practised ones there are in a row. What is not there is not counted against anybody. */
export function WeekCard({ streak }: { streak: Streak }) {
  const t = useTranslations("practice.streak");
  const showError = useErrorToast();
  const format = useFormat();
  const utils = trpc.useUtils();
  const hide = trpc.practice.plan.saveSettings.useMutation({
    onSuccess: () => {
      notify("success", t("hidden"));
      void utils.practice.plan.invalidate();
    },
    onError: showError,
  });
  return (
    <Card className="p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">{t("title")}</h2>
        <Button ref={passFocusOn} size="sm" look="ghost" busy={hide.isPending} onClick={() => hide.mutate({ showStreak: false })}>
          {t("hide")}
        </Button>
      </div>
      <ul className="mt-3 grid grid-cols-7 gap-1 text-center">
        {streak.days.map(({ day, practised }) => (
          <li key={day} className="grid justify-items-center gap-1">
            <span className="text-xs text-ink-soft" aria-hidden="true">
              {format.weekdayInitial(day)}
            </span>
            <span
              className={clsx(
                "grid size-8 place-items-center rounded-full",
                practised ? "bg-success-soft text-success" : "bg-sunken text-ink-soft",
              )}
            >
              {practised ? <CheckIcon className="size-5" aria-hidden="true" /> : null}
            </span>
            <span className="sr-only">{format.labelled(format.longDay(day), t(practised ? "practised" : "rest"))}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 font-medium">{t("row", { count: streak.row })}</p>
      <p className="text-sm text-ink-soft">{t("restDays")}</p>
    </Card>
  );
}
