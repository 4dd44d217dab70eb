"use client";

import { MicrophoneIcon, VideoCameraIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RoomNotice } from "@/features/subscription/components/room-notice";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert, Card, PageHeading } from "@/ui/card";
import { Checkbox, Checkboxes } from "@/ui/checkboxes";
import { Choices } from "@/ui/choice";
import { updateSlice, useClientState } from "@/ui/client-state";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { MinutesChoice } from "../../components/minutes-choice";
import { MAX_QUESTIONS, MIN_QUESTIONS } from "../rules";
import { SimulationCard } from "./simulation-card";
import { SimulationList } from "./simulation-list";

const COUNTS = Array.from({ length: MAX_QUESTIONS - MIN_QUESTIONS + 1 }, (_, at) => MIN_QUESTIONS + at);
const STRICT = ["clock", "take", "breath", "kept"] as const;

/** Choosing what a simulation asks, with what strict means in clear words; below it those before. */
export function SimulationSetup() {
  const t = useTranslations("practice.simulation.setup");
  const running = trpc.practice.simulation.running.useQuery();
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <div className="-mb-6">
        <PageHeading title={t("title")} lead={t("lead")} />
      </div>
      {running.data?.data ? <SimulationCard /> : <SetupForm />}
      <SimulationList />
    </div>
  );
}

function SetupForm() {
  const t = useTranslations("practice.simulation.setup");
  const check = useTranslations("practice.check");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const { record } = useClientState();
  const [questions, setQuestions] = useState(5);
  const [from, setFrom] = useState<"mix" | "chosen">("mix");
  const [categories, setCategories] = useState<string[]>([]);
  const [clocks, setClocks] = useState<"own" | "same">("own");
  const [missing, setMissing] = useState(false);
  const plan = trpc.practice.simulation.plan.useMutation({
    onSuccess: ({ data }) => {
      utils.practice.simulation.get.setData({ uid: data.uid }, { data });
      router.push(`/dashboard/practice/simulation/run?simulation=${data.uid}`);
    },
    // Another tab may have begun one.
    onError: () => void utils.practice.simulation.running.invalidate(),
  });
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const none = from === "chosen" && categories.length === 0;
    setMissing(none);
    if (none) return event.currentTarget.querySelector<HTMLElement>("input[type=checkbox]")?.focus();
    plan.mutate({
      questions,
      categories: from === "chosen" ? categories : [],
      ...(clocks === "same" ? { readingTime: record.readingTime, answerTime: record.timeToAnswer } : {}),
    });
  };
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("strict.title")}</h2>
      <ul className="mt-2 grid list-disc gap-1.5 ps-5 text-ink-soft marker:text-primary-text">
        {STRICT.map((rule) => (
          <li key={rule}>{t(`strict.${rule}`)}</li>
        ))}
      </ul>
      <form className="mt-8 grid gap-6" noValidate onSubmit={submit}>
        <RoomNotice planned={questions} />
        <Choices
          label={t("questions")}
          value={questions}
          onChange={setQuestions}
          choices={COUNTS.map((value) => ({ value, label: format.number(value) }))}
        />
        <Choices
          label={t("from")}
          value={from}
          onChange={setFrom}
          choices={(["mix", "chosen"] as const).map((value) => ({ value, label: t(value) }))}
        />
        {from === "chosen" ? (
          <div>
            <CategoryBoxes chosen={categories} onChange={setCategories} />
            {missing && categories.length === 0 ? (
              <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
                {t("chooseOne")}
              </p>
            ) : null}
          </div>
        ) : null}
        <Choices
          label={check("kind")}
          value={record.audioRecord ? "audio" : "video"}
          onChange={(kind) => updateSlice("record", { audioRecord: kind === "audio" })}
          choices={[
            { value: "audio", label: check("audio"), icon: <MicrophoneIcon /> },
            { value: "video", label: check("video"), icon: <VideoCameraIcon /> },
          ]}
        />
        <Choices
          label={t("times")}
          value={clocks}
          onChange={setClocks}
          choices={[
            { value: "own", label: t("ownTimes") },
            { value: "same", label: t("sameTimes") },
          ]}
        />
        {clocks === "same" ? (
          <div className="grid gap-6 md:grid-cols-2">
            <MinutesChoice of="readingTime" />
            <MinutesChoice of="timeToAnswer" />
          </div>
        ) : null}
        {plan.isError ? <Alert tone="danger">{errorMessage(plan.error)}</Alert> : null}
        <Button type="submit" size="lg" busy={plan.isPending} className="w-full sm:w-auto sm:justify-self-start">
          {t("draw")}
        </Button>
      </form>
    </Card>
  );
}

function CategoryBoxes({ chosen, onChange }: { chosen: string[]; onChange: (chosen: string[]) => void }) {
  const t = useTranslations("practice.simulation.setup");
  const bank = useTranslations("practice.bank");
  const categories = trpc.practice.categories.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  if (isMissing(categories)) return <LoadFailed query={categories} />;
  if (!categories.data) return <LoadingList />;
  return (
    <Checkboxes label={bank("categories")} help={t("categoriesHelp")}>
      {categories.data.data.map(({ uid, name }) => (
        <Checkbox
          key={uid}
          label={name}
          checked={chosen.includes(uid)}
          onChange={(event) => onChange(event.target.checked ? [...chosen, uid] : chosen.filter((other) => other !== uid))}
        />
      ))}
    </Checkboxes>
  );
}
