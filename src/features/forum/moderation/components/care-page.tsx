"use client";

import { useTranslations } from "next-intl";
import { PageHeading } from "@/ui/card";
import { useAddress } from "@/ui/use-address";
import { ReportList } from "../../flags/components/report-list";
import { ProposalList } from "../../proposals/components/proposal-list";
import { CareNav } from "./care-nav";

/** Where the community is looked after: what was reported, and what was proposed. */
export function CarePage() {
  const t = useTranslations("forum.care");
  const { params } = useAddress();
  const tab = params.get("tab") === "proposals" ? "proposals" : "reports";
  return (
    <>
      <PageHeading title={t("title")} lead={t(`lead.${tab}`)} />
      <CareNav current={tab} />
      {tab === "reports" ? <ReportList /> : <ProposalList />}
    </>
  );
}
