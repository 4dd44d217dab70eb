"use client";

import { CalendarDaysIcon, ChevronLeftIcon, ChevronRightIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { addDays, weekOf } from "@/lib/days";
import { Button, IconButton } from "@/ui/button";
import { Choices } from "@/ui/choice";
import { useTypedDay } from "@/ui/date-filter";
import type { Workspace } from "../../components/workspace-frame";
import { FeedDialog } from "../../resources/components/feed-dialog";
import type { Resource } from "../../resources/components/resource-list";

const SPANS = ["day", "week"] as const;
export type Span = (typeof SPANS)[number];

interface ScheduleBarProps {
  workspace: Workspace;
  resources: Resource[];
  day: string;
  /** The shop's. */
  today: string;
  span: Span;
  mayChooseSpan: boolean;
  onDay: (day: string | undefined) => void;
  onSpan: (span: Span) => void;
  onNew: (() => void) | undefined;
}

/** Which days show, and the ways to others. */
export function ScheduleBar({ workspace, resources, day, today, span, mayChooseSpan, onDay, onSpan, onNew }: ScheduleBarProps) {
  const t = useTranslations("trades.schedule");
  const format = useFormat();
  const [fed, setFed] = useState(false);
  const goTo = useTypedDay(day, (next) => next && onDay(next));
  const step = span === "week" ? 7 : 1;
  const monday = weekOf(day);
  const told = span === "week" ? `${format.dayMonth(monday)} – ${format.day(addDays(monday, 6))}` : format.longDay(day);
  // Those who do not manage the shop find the address of their own calendar here.
  const own = onNew ? undefined : resources.find(({ feed }) => feed);
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap items-center gap-1">
        <IconButton label={t("earlier", { span })} onClick={() => onDay(addDays(day, -step))}>
          <ChevronLeftIcon className="rtl:-scale-x-100" />
        </IconButton>
        {/* What it leads to is what shows then: it keeps the focus. */}
        <Button look="outline" onClick={() => onDay(undefined)} aria-disabled={day === today || undefined}>
          {t("today")}
        </Button>
        <IconButton label={t("later", { span })} onClick={() => onDay(addDays(day, step))}>
          <ChevronRightIcon className="rtl:-scale-x-100" />
        </IconButton>
        <h2 aria-live="polite" className="ms-2 text-lg font-semibold">
          {told}
        </h2>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <input
          {...goTo}
          aria-label={t("goTo")}
          className="h-11 rounded-box border border-line-strong/70 bg-surface px-3 text-ink hover:border-line-strong"
        />
        {mayChooseSpan ? (
          <Choices
            label={t("spanLabel")}
            hideLabel
            value={span}
            choices={SPANS.map((value) => ({ value, label: t(`spans.${value}`) }))}
            onChange={onSpan}
          />
        ) : null}
        {own ? (
          <Button look="outline" icon={<CalendarDaysIcon className="size-5" />} onClick={() => setFed(true)}>
            {t("myCalendar")}
          </Button>
        ) : null}
        {onNew ? (
          <Button icon={<PlusIcon className="size-5" />} onClick={onNew}>
            {t("new")}
          </Button>
        ) : null}
      </div>
      {own && fed ? <FeedDialog workspace={workspace} resource={own} onClose={() => setFed(false)} /> : null}
    </div>
  );
}
