"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Section } from "@/ui/editing/parts";
import { Phone, Site } from "../../components/ways";
import type { Workspace } from "../../components/workspace-frame";
import { customerHref } from "../../hrefs";
import { DueDay } from "./due-day";
import type { Job } from "./job-page";

/** What is to be done, for whom and where: for a phone in the hand. */
export function JobFacts({ workspace, job }: { workspace: Workspace; job: Job }) {
  const t = useTranslations("trades.jobs");
  return (
    <Section title={t("details")}>
      <div className="grid gap-5">
        {job.description ? (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {job.description}
          </p>
        ) : null}
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-ink-soft">{t("customer")}</dt>
            <dd>
              <Link
                href={customerHref(workspace.uid, job.customer.uid)}
                className="inline-flex min-h-11 items-center rounded-sm font-semibold text-primary-text underline-offset-4 wrap-anywhere hover:underline"
              >
                <bdi>{job.customer.name}</bdi>
              </Link>
              {job.contact ? (
                <div>
                  <p className="wrap-anywhere">
                    <bdi>{job.contact.name}</bdi>
                  </p>
                  {job.contact.phone ? <Phone phone={job.contact.phone} /> : null}
                </div>
              ) : null}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">{t("due")}</dt>
            <dd className="flex min-h-11 items-center font-medium">
              {job.dueOn ? <DueDay workspace={workspace} job={job} /> : <span className="text-ink-soft">{t("noDue")}</span>}
            </dd>
          </div>
          {job.site ? (
            <div className="sm:col-span-2">
              <dt className="mb-1 text-sm text-ink-soft">{t("site")}</dt>
              <dd className="grid gap-1">
                <Site site={job.site} />
              </dd>
            </div>
          ) : null}
        </dl>
      </div>
    </Section>
  );
}
