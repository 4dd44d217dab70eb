"use client";

import { CheckCircleIcon } from "@heroicons/react/24/solid";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useFormat } from "@/i18n/use-format";
import type { PlanChoice } from "@/lib/enums/practice";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { type Plan, type Queued, useChoose } from "../hooks/use-plan";
import { useReason } from "./reason";

/** Today's questions, each with why it comes. What is put off keeps its place and can be taken back. */
export function Queue({ plan, level = 2 }: { plan: Plan; level?: 2 | 3 }) {
  const t = useTranslations("practice.plan");
  const choose = useChoose();
  /** What was chosen last: the buttons of its question take one another's place, and the focus stays with them. */
  const moved = useRef<{ questionId: string; choice: PlanChoice | null }>(undefined);
  const change = (questionId: string, choice: PlanChoice | null) => {
    moved.current = { questionId, choice };
    choose(questionId, choice);
  };
  const keepFocus =
    ({ question_id, choice }: Queued) =>
    (button: HTMLButtonElement | null) => {
      if (!button || moved.current?.questionId !== question_id || moved.current.choice !== choice) return;
      moved.current = undefined;
      button.focus();
    };
  const Heading = `h${level}` as const;
  return (
    <>
      <ol className="grid gap-3">
        {plan.queue.map((item) => (
          <li key={item.question_id}>
            <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:p-5">
              <Question item={item} plan={plan} heading={Heading} />
              {item.done ? null : item.choice === null ? (
                <span className="flex gap-1">
                  <Button ref={keepFocus(item)} size="sm" look="ghost" onClick={() => change(item.question_id, "not_today")}>
                    {t("notToday")}
                    <span className="sr-only">: {item.question}</span>
                  </Button>
                  <Button size="sm" look="ghost" onClick={() => change(item.question_id, "left_out")}>
                    {t("leaveOut")}
                    <span className="sr-only">: {item.question}</span>
                  </Button>
                </span>
              ) : (
                <Button ref={keepFocus(item)} size="sm" look="outline" onClick={() => change(item.question_id, null)}>
                  {t("undo")}
                  <span className="sr-only">: {item.question}</span>
                </Button>
              )}
            </Card>
          </li>
        ))}
      </ol>
      {plan.waiting > 0 ? <p className="mt-3 text-ink-soft">{t("waiting", { count: plan.waiting })}</p> : null}
    </>
  );
}

function Question({ item, plan, heading: Heading }: { item: Queued; plan: Plan; heading: "h2" | "h3" }) {
  const t = useTranslations("practice.plan");
  const format = useFormat();
  const reason = useReason();
  if (!item.done && item.choice !== null) {
    return (
      <div className="min-w-0 grow basis-64 text-ink-soft">
        <Heading className="font-medium">{item.question}</Heading>
        <p role="status" className="mt-1 text-sm">
          {t(item.choice === "not_today" ? "putOff" : "leftOut.done")}
        </p>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 grow basis-64 gap-3">
      {item.done ? <CheckCircleIcon className="mt-0.5 size-6 shrink-0 text-success" aria-hidden="true" /> : null}
      <div className="min-w-0">
        <Heading className="font-semibold">
          <Link
            href={`/dashboard/practice/session?question=${item.question_id}`}
            className="rounded underline-offset-4 hover:text-primary-text hover:underline"
          >
            {item.question}
          </Link>
        </Heading>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          <span>{item.done ? t("done") : reason(item, plan)}</span>
          {item.done ? null : <span className="whitespace-nowrap">{t("takes", { time: format.minutes(item.minutes) })}</span>}
        </p>
      </div>
    </div>
  );
}
