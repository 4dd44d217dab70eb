"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Choices } from "@/ui/choice";

/** Minutes that are always offered, beside what is suggested. */
const PRESETS = [0.5, 1, 2];

export function MinutesChoice({
  label,
  value,
  suggested,
  onChange,
}: {
  label: string;
  value: number;
  suggested?: number;
  onChange: (minutes: number) => void;
}) {
  const t = useTranslations("practice.setup");
  const format = useFormat();
  const options = [...new Set([...PRESETS, suggested ?? value, value])].sort((a, b) => a - b);
  return (
    <Choices
      label={label}
      value={value}
      onChange={onChange}
      choices={options.map((minutes) => ({
        value: minutes,
        label: minutes === suggested ? t("suggested", { time: format.minutes(minutes) }) : format.minutes(minutes),
      }))}
    />
  );
}
