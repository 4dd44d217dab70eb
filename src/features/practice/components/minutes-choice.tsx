"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { Choices } from "@/ui/choice";
import { updateSlice, useClientState } from "@/ui/client-state";
import { SelectField } from "@/ui/field";
import { ALLOWED_MINUTES } from "../rules";

/** Minutes that are always offered, beside what is suggested. */
const PRESETS = [0.5, 1, 2];
const OTHER = "other";

const TEXTS = {
  readingTime: { label: "readingTime", own: "ownReadingTime" },
  timeToAnswer: { label: "answerTime", own: "ownAnswerTime" },
} as const;

/** How long one reads, or answers: a few times in one press, and every other one in a list. */
export function MinutesChoice({ of, suggested }: { of: keyof typeof TEXTS; suggested?: number }) {
  const t = useTranslations("practice.setup");
  const format = useFormat();
  const chosen = useClientState(({ record }) => record[of]);
  const [opened, setOpened] = useState(false);
  const quick = [...new Set(suggested === undefined ? PRESETS : [...PRESETS, suggested])].sort((a, b) => a - b);
  const other = opened || !quick.includes(chosen);
  const choose = (minutes: number) => updateSlice("record", { [of]: minutes });
  return (
    <div className="grid content-start gap-3">
      <Choices<number | typeof OTHER>
        label={t(TEXTS[of].label)}
        value={other ? OTHER : chosen}
        onChange={(choice) => {
          setOpened(choice === OTHER);
          if (choice !== OTHER) choose(choice);
        }}
        choices={[
          ...quick.map((minutes) => ({
            value: minutes,
            label: minutes === suggested ? t("suggested", { time: format.minutes(minutes) }) : format.minutes(minutes),
          })),
          { value: OTHER, label: t("other") },
        ]}
      />
      {other ? (
        <SelectField
          label={t(TEXTS[of].own)}
          value={chosen}
          onChange={({ target }) => {
            // A time that is offered above, too, does not take the list away from whoever goes through it.
            setOpened(true);
            choose(Number(target.value));
          }}
        >
          {ALLOWED_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {format.minutes(minutes)}
            </option>
          ))}
        </SelectField>
      ) : null}
    </div>
  );
}
