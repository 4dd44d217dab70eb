"use client";

import { keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { FIRST_PAGE } from "@/lib/constants";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Pagination } from "@/ui/pagination";
import { useWithinPages } from "@/ui/use-within-pages";
import { CardWaits, SettingsCard } from "./settings-card";
import { useDeviceName } from "./use-device-name";

type Play = RouterOutputs["practice"]["plays"]["data"][number];

/** Who opened which recording: nobody listens unseen. */
export function PlaysCard() {
  const t = useTranslations("account.plays");
  // Not in the address: it belongs to the settings as a whole, of which this is one of several lists.
  const [page, setPage] = useState(FIRST_PAGE);
  const plays = trpc.practice.plays.useQuery({ page }, { placeholderData: keepPreviousData });
  useWithinPages(plays, page, setPage);
  if (!plays.data || isMissing(plays)) {
    return (
      <SettingsCard title={t("title")} lead={t("lead")}>
        <CardWaits query={plays} />
      </SettingsCard>
    );
  }
  const { data, meta } = plays.data;
  return (
    <SettingsCard title={t("title")} lead={t("lead")}>
      {meta.total === 0 ? (
        <p className="rounded-box bg-sunken px-4 py-6 text-center text-ink-soft">{t("empty")}</p>
      ) : (
        <>
          <PlaysTable plays={data} dim={plays.isPlaceholderData} />
          <Pagination page={page} total={meta.total} onSelect={setPage} />
        </>
      )}
    </SettingsCard>
  );
}

/** Three columns; on a phone one, with who and when below the question, because a table that scrolls sideways hides them. */
function PlaysTable({ plays, dim }: { plays: Play[]; dim: boolean }) {
  const t = useTranslations("account.plays");
  const format = useFormat();
  const nameOf = useDeviceName();
  return (
    <table className={clsx("w-full border-collapse text-start transition-opacity", dim && "opacity-55")} aria-busy={dim}>
      <thead className="border-b border-line text-sm text-ink-soft">
        <tr>
          <th scope="col" className="py-2 text-start font-medium md:pe-6">
            {t("recording")}
          </th>
          <th scope="col" className="hidden w-56 py-2 pe-6 text-start font-medium md:table-cell">
            {t("who")}
          </th>
          <th scope="col" className="hidden py-2 text-start font-medium md:table-cell">
            {t("when")}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {plays.map((play) => (
          <tr key={play.uid} className="align-top">
            <td className="py-3 md:pe-6">
              <Link
                href={`/dashboard/answers/detail?answer=${play.answer}`}
                className="rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
              >
                {play.question}
              </Link>
              <div className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft md:hidden">
                <span className="text-ink">{t(play.by)}</span>
                <span>{nameOf(play)}</span>
                <span>{format.dateTime(play.playedAt)}</span>
              </div>
            </td>
            <td className="hidden py-3 pe-6 md:table-cell">
              {t(play.by)}
              <span className="block text-sm text-ink-soft">{nameOf(play)}</span>
            </td>
            <td className="hidden py-3 whitespace-nowrap text-ink-soft md:table-cell">{format.dateTime(play.playedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
