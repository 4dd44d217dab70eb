"use client";

import { XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { AUDIT_ACTIONS } from "@/lib/enums/service";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { DateFilter } from "@/ui/date-filter";
import { SelectField } from "@/ui/field";
import { useAddress } from "@/ui/use-address";
import type { AuditFilters } from "../schema";

const NONE = { actor: undefined, action: undefined, subject: undefined, target: undefined, from: undefined, to: undefined };

/** Who did what, about whom, and when: all of it stands in the address. */
export function AuditFilterFields({ filters: { actorId, action, subjectId, target, from, to } }: { filters: AuditFilters }) {
  const t = useTranslations("admin.audit");
  const actions = useTranslations("admin.audit.actions");
  const { replace } = useAddress();
  const actors = trpc.admin.audit.actors.useQuery(undefined, { staleTime: 60_000 });
  const about = subjectId ?? target;
  return (
    <>
      <div className="w-full sm:w-52">
        {isMissing(actors) ? (
          <LoadFailed query={actors} />
        ) : (
          <SelectField label={t("actor")} value={actorId ?? ""} onChange={({ target: field }) => replace({ actor: field.value })}>
            <option value="">{t("anybody")}</option>
            {actors.data?.data.map(({ uid, name }) => (
              <option key={uid} value={uid}>
                {name || t("nameless")}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <div className="w-full sm:w-60">
        <SelectField label={t("action")} value={action ?? ""} onChange={({ target: field }) => replace({ action: field.value })}>
          <option value="">{t("anything")}</option>
          {AUDIT_ACTIONS.map((one) => (
            <option key={one} value={one}>
              {actions(one)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="w-full sm:w-44">
        <DateFilter label={t("from")} value={from} onChange={(from) => replace({ from })} />
      </div>
      <div className="w-full sm:w-44">
        <DateFilter label={t("to")} value={to} onChange={(to) => replace({ to })} />
      </div>
      {about ? (
        <Button look="outline" icon={<XMarkIcon className="size-5" />} onClick={() => replace({ subject: undefined, target: undefined })}>
          {t(subjectId ? "oneAccount" : "oneThing")}
        </Button>
      ) : null}
      {actorId || action || from || to ? (
        <Button look="outline" onClick={() => replace(NONE)}>
          {t("all")}
        </Button>
      ) : null}
    </>
  );
}
