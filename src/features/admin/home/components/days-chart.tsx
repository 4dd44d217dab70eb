"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { axisFrom } from "@/lib/charts";
import { ChartFrame } from "@/ui/charts/frame";
import { ColumnChart } from "@/ui/charts/plot";

/** What a phone and half of a wide page have room for below a chart. */
const ROOM = { narrow: 4, wide: 5 };

interface DaysChartProps {
  title: string;
  summary: string;
  days: string[];
  amounts: number[];
  write: (amount: number) => string;
}

/** Amounts by the day, and the table behind them. */
export function DaysChart({ title, summary, days, amounts, write }: DaysChartProps) {
  const t = useTranslations("admin.home");
  const format = useFormat();
  return (
    <ChartFrame
      title={title}
      summary={summary}
      tableLabel={t("table")}
      head={[t("day"), title]}
      rows={days.map((day, at) => [format.day(day), write(amounts[at] ?? 0)]).toReversed()}
    >
      <ColumnChart
        axis={axisFrom(amounts)}
        values={amounts}
        names={days.map(format.dayMonth)}
        room={ROOM}
        write={write}
        writeValue={write}
      />
    </ChartFrame>
  );
}
