"use client";

import { LightBulbIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Card } from "@/ui/card";
import type { Advice } from "../rules";

/** What to practise next, in words. */
export function ReportAdvice({ advice }: { advice: readonly Advice[] }) {
  const t = useTranslations("practice.simulation.report.advice");
  const scales = useTranslations("practice.rating.scale");
  const format = useFormat();
  const say = (one: Advice): string => {
    switch (one.kind) {
      case "unanswered":
        return t("unanswered", { count: one.positions.length, positions: format.list(one.positions.map(format.number)) });
      case "rate":
        return t("rate", { count: one.count });
      case "scale":
        return t("scale", { scale: scales(one.scale), mean: format.tenths(one.mean) });
      case "onset":
        return t("onset", { position: format.number(one.position), time: format.seconds(one.onsetMs) });
      case "harder":
        return t("harder");
      case "begin":
        return t("begin");
    }
  };
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="flex items-center gap-3 text-lg font-semibold">
        <LightBulbIcon className="size-6 shrink-0 text-primary-text" />
        {t("title")}
      </h2>
      <ul className="mt-3 grid list-disc gap-2 ps-5 marker:text-primary-text">
        {advice.map((one) => (
          <li key={one.kind}>{say(one)}</li>
        ))}
      </ul>
    </Card>
  );
}
