"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert, Card } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { browserZone } from "@/ui/time-zones";

/** The coming two weeks as bars, and as the table that says the same. */
export function Forecast() {
  const t = useTranslations("practice.plan.forecast");
  const format = useFormat();
  const forecast = trpc.practice.plan.forecast.useQuery({ timeZone: browserZone() });
  if (isMissing(forecast)) return <LoadFailed query={forecast} />;
  if (!forecast.data) return <LoadingList />;
  const { days, unseen } = forecast.data.data;
  if (days.every(({ again, fresh }) => again + fresh === 0)) {
    return (
      <Card className="p-5 text-ink-soft sm:p-8">
        <p>{t("none")}</p>
      </Card>
    );
  }
  const most = Math.max(1, ...days.map(({ again, fresh }) => again + fresh));
  return (
    <Card className="p-5 sm:p-8">
      <div aria-hidden="true" className="flex h-36 items-end gap-1 sm:gap-2">
        {days.map(({ day, again, fresh, interview }) => (
          <div key={day} className="flex h-full min-w-0 flex-1 flex-col justify-end gap-px">
            {again + fresh > 0 ? <span className="tabular text-center text-xs text-ink-soft">{format.number(again + fresh)}</span> : null}
            <span className="rounded-t-sm bg-info" style={{ height: `${(fresh / most) * 75}%` }} />
            <span className="bg-primary" style={{ height: `${(again / most) * 75}%` }} />
            <span
              className={clsx(
                "truncate border-t pt-1 text-center text-[0.65rem] sm:text-xs",
                interview ? "border-warning font-bold text-warning" : "border-line text-ink-soft",
              )}
            >
              <span className="sm:hidden">{format.weekdayInitial(day)}</span>
              <span className="hidden sm:inline">{format.weekday(day)}</span>
            </span>
          </div>
        ))}
      </div>
      <ul aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
        <li className="flex items-center gap-2">
          <span className="size-3 rounded-xs bg-primary" />
          {t("again")}
        </li>
        <li className="flex items-center gap-2">
          <span className="size-3 rounded-xs bg-info" />
          {t("fresh")}
        </li>
      </ul>
      <p className="mt-3 text-sm text-ink-soft">{t("lead")}</p>
      {unseen > 0 ? (
        <div className="mt-4">
          <Alert>{t("unseen", { count: unseen })}</Alert>
        </div>
      ) : null}
      <details className="mt-4">
        <summary className="min-h-11 content-center rounded font-semibold text-primary-text">{t("asTable")}</summary>
        <div className="overflow-x-auto">
          <table className="tabular mt-2 w-full text-start">
            <thead className="text-sm text-ink-soft">
              <tr>
                <th scope="col" className="py-1 pe-4 text-start font-medium">
                  {t("day")}
                </th>
                <th scope="col" className="py-1 pe-4 text-end font-medium">
                  {t("again")}
                </th>
                <th scope="col" className="py-1 pe-4 text-end font-medium">
                  {t("fresh")}
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  {t("time")}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, again, fresh, minutes, interview }) => (
                <tr key={day} className="border-t border-line">
                  <th scope="row" className="py-1.5 pe-4 text-start font-medium">
                    {format.longDay(day)}
                    {interview ? <span className="block text-sm text-warning">{t("interview")}</span> : null}
                  </th>
                  <td className="py-1.5 pe-4 text-end">{format.number(again)}</td>
                  <td className="py-1.5 pe-4 text-end">{format.number(fresh)}</td>
                  <td className="py-1.5 text-end whitespace-nowrap">{format.minutes(minutes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  );
}
