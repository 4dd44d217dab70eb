"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { notify } from "@/ui/toast";

/** A day, a retry's wait, a month and a year. */
const STEPS = [1, 7, 31, 366];

/** The clock that a demo's subscriptions go by; where payments are real there is none. */
export function DemoClock() {
  const t = useTranslations("subscription.admin");
  const format = useFormat();
  const utils = trpc.useUtils();
  const onError = useErrorToast();
  const clock = trpc.subscription.demo.clock.useQuery(undefined, { retry: false });
  const advance = trpc.subscription.demo.advance.useMutation({
    onSuccess: async ({ data }) => {
      await utils.subscription.invalidate();
      notify("success", t("advanced", { date: format.dateTime(data.now) }));
    },
    onError,
  });
  if (!clock.data) return null;
  return (
    <Card className="grid gap-4 p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("clockTitle")}</h2>
      <p>
        {t("clockNow", { date: format.dateTime(clock.data.data.now) })} <span className="text-ink-soft">{t("clockHelp")}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        {STEPS.map((days) => (
          <Button
            key={days}
            look="outline"
            busy={advance.isPending && advance.variables?.days === days}
            disabled={advance.isPending && advance.variables?.days !== days}
            onClick={() => advance.mutate({ days })}
          >
            {t("advance", { days })}
          </Button>
        ))}
      </div>
    </Card>
  );
}
