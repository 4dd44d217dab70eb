"use client";

import { useTranslations } from "next-intl";
import type { SettingKey } from "@/lib/settings";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { PageHeading } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { AreasForm } from "./areas-form";
import { MaintenanceForm } from "./maintenance-form";
import { RegistrationForm } from "./registration-form";
import { ReportsForm } from "./reports-form";

/** What can be changed while the service runs. */
export function SettingsPage() {
  const t = useTranslations("admin.settings");
  const admin = useTranslations("admin");
  const query = trpc.admin.settings.list.useQuery();
  if (isMissing(query)) return <Refused query={query} title={admin("superOnly")} />;
  const setting = (key: SettingKey) => query.data?.data.find((one) => one.key === key);
  const [maintenance, areas, registration, reports] = [
    setting("maintenance"),
    setting("areas"),
    setting("registration"),
    setting("reports"),
  ];
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      {query.data ? null : <LoadingList />}
      <div className="grid gap-6">
        {maintenance ? <MaintenanceForm setting={maintenance} /> : null}
        {areas ? <AreasForm setting={areas} /> : null}
        {registration ? <RegistrationForm setting={registration} /> : null}
        {reports ? <ReportsForm setting={reports} /> : null}
      </div>
    </>
  );
}
