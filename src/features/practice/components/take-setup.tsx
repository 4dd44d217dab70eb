"use client";

import { useTranslations } from "next-intl";
import { RoomNotice } from "@/features/subscription/components/room-notice";
import { PRACTICE_MODES, type PracticeMode, type RecordingKind } from "@/lib/enums/practice";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { updateSlice, useClientState } from "@/ui/client-state";
import { TextArea } from "@/ui/field";
import { useTightStorage } from "../hooks/use-tight-storage";
import { MinutesChoice } from "./minutes-choice";

interface Question {
  uid: string;
  reading_time: number;
  answer_time: number;
}

interface Props {
  question: Question;
  kind: RecordingKind;
  mode: PracticeMode;
  onMode: (mode: PracticeMode) => void;
  onStart: () => void;
  onSkipReading: () => void;
  onCheckAgain: () => void;
}

/** Ready: times, mode and own key points, then one button. */
export function TakeSetup({ question, kind, mode, onMode, onStart, onSkipReading, onCheckAgain }: Props) {
  const t = useTranslations("practice.setup");
  const { record, promptMe } = useClientState();
  const tight = useTightStorage(kind, record.timeToAnswer);
  return (
    <Card className="grid gap-6 p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <RoomNotice />
      {tight ? <Alert tone="warning">{t("tightStorage")}</Alert> : null}
      <div className="grid gap-6 md:grid-cols-2">
        <MinutesChoice of="readingTime" suggested={question.reading_time} />
        <MinutesChoice of="timeToAnswer" suggested={question.answer_time} />
      </div>
      <div>
        <Choices
          label={t("mode.label")}
          value={mode}
          onChange={onMode}
          choices={PRACTICE_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
        />
        <p className="mt-2 text-sm text-ink-soft">{t(`modeHelp.${mode}`)}</p>
      </div>
      <TextArea
        label={t("keyPoints")}
        help={t("keyPointsHelp")}
        rows={3}
        maxLength={1000}
        value={promptMe[question.uid] ?? ""}
        onChange={(event) => updateSlice("promptMe", { [question.uid]: event.target.value })}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="lg" onClick={onStart} className="w-full sm:w-auto">
          {t("start")}
        </Button>
        <Button size="lg" look="outline" onClick={onSkipReading} className="w-full sm:w-auto">
          {t("skipReading")}
        </Button>
        <Button size="lg" look="ghost" onClick={onCheckAgain} className="w-full sm:w-auto">
          {t("checkAgain")}
        </Button>
      </div>
      <p className="hidden text-sm text-ink-soft sm:block">{t("keys")}</p>
    </Card>
  );
}
