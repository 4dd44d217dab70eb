"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { PageHeading } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { LimitsForm } from "./limits-form";
import { OfferTable } from "./offer-table";

/** What each plan costs, who has it, and what it allows. */
export function PlansPage() {
  const t = useTranslations("admin.plans");
  const admin = useTranslations("admin");
  const query = trpc.admin.settings.list.useQuery();
  if (isMissing(query)) return <Refused query={query} title={admin("superOnly")} />;
  const setting = query.data?.data.find(({ key }) => key === "entitlements");
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      {setting ? (
        <div className="grid gap-8">
          <OfferTable />
          <LimitsForm setting={setting} />
        </div>
      ) : (
        <LoadingList />
      )}
    </>
  );
}
