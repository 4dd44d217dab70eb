"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { RecordDto } from "../../flags/dto";

/** How somebody has behaved so far, in figures. */
export function MemberRecord({ record }: { record: RecordDto }) {
  const t = useTranslations("forum.care.record");
  const format = useFormat();
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm [&_dd]:font-medium [&_dt]:text-ink-soft">
      <Fact name={t("joined")} value={format.date(record.joinedAt)} />
      <Fact name={t("posts")} value={format.number(record.postCount)} />
      <Fact name={t("upheld")} value={format.number(record.upheld)} />
      <Fact name={t("hidden")} value={format.number(record.hidden)} />
      <Fact name={t("removed")} value={format.number(record.removed)} />
      <Fact name={t("suspensions")} value={format.number(record.suspensions)} />
      {record.suspendedUntil ? <Fact name={t("until")} value={format.dateTime(record.suspendedUntil)} /> : null}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}
