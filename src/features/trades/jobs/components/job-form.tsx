"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenForm } from "@/trpc/use-seen";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import { customerHref } from "../../hrefs";
import { JOB } from "../rules";
import { type JobFields, jobFields } from "../schema";
import { CustomerField } from "./customer-field";
import type { Job } from "./job-page";
import { SiteField } from "./site-field";

const toForm = (job: Job | null, customer: string): JobFields => ({
  title: job?.title ?? "",
  description: job?.description ?? "",
  customerUid: job?.customer.uid ?? customer,
  siteUid: job?.site?.uid ?? null,
  dueOn: job?.dueOn ?? null,
});

interface JobFormProps {
  workspace: Workspace;
  job: Job | null;
  /** Whom a new job is for, where that is known. */
  customer?: string;
  onSaved: (job: Job) => void;
  onCancel?: () => void;
}

/** What is to be done, for whom, where and by when. */
export function JobForm({ workspace, job, customer = "", onSaved, onCancel }: JobFormProps) {
  const t = useTranslations("trades.jobs");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<JobFields>(jobFields, toForm(job, customer), { stays: true });
  const { register, errorOf, control, formState, setValue } = form;
  const show = (data: Job) => utils.trades.jobs.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
  const { submit, overtaken, discard } = useSeenForm(form, {
    row: job,
    toForm: (row) => toForm(row, customer),
    draft: (seen) => (seen ? `trades.job.${seen.uid}.${seen.version}` : `trades.job.new.${workspace.uid}`),
    save: (values, seen) => api.trades.jobs.save.mutate({ ...values, ...seenVersion(seen), workspaceId: workspace.uid }),
    onSaved: (data, whole) => {
      show(data);
      if (!job || whole) onSaved(data);
      return utils.trades.jobs.invalidate();
    },
    onOvertaken: show,
  });
  const whom = useController({ control, name: "customerUid" }).field;
  const where = useController({ control, name: "siteUid" }).field;
  const when = useController({ control, name: "dueOn" }).field;

  const cancel = () => {
    discard();
    onCancel?.();
  };

  return (
    <form noValidate className="grid max-w-3xl gap-6" onSubmit={submit}>
      <Section title={t("details")}>
        <div className="grid gap-5">
          <TextField
            label={t("title")}
            help={t("titleHelp")}
            dir="auto"
            autoComplete="off"
            maxLength={JOB.title}
            error={errorOf("title")}
            {...register("title")}
          />
          <div className="grid gap-2">
            <CustomerField
              workspace={workspace}
              value={whom.value}
              inputRef={whom.ref}
              error={errorOf("customerUid")}
              onChange={(uid) => {
                // A site is one customer's.
                if (uid !== whom.value) setValue("siteUid", null, { shouldDirty: true });
                whom.onChange(uid);
              }}
            />
            <Link
              href={customerHref(workspace.uid)}
              className="justify-self-start rounded-sm text-sm font-medium text-primary-text underline-offset-4 hover:underline"
            >
              {t("newCustomer")}
            </Link>
          </div>
          {whom.value ? (
            <SiteField
              workspace={workspace}
              customer={whom.value}
              label={t("site")}
              none={t("noSite")}
              value={where.value}
              onChange={where.onChange}
              error={errorOf("siteUid")}
            />
          ) : null}
          <TextField
            type="date"
            label={t("due")}
            className="max-w-56"
            error={errorOf("dueOn")}
            name={when.name}
            ref={when.ref}
            value={when.value ?? ""}
            onChange={({ target }) => when.onChange(target.value || null)}
          />
          <TextArea
            rows={6}
            label={t("description")}
            maxLength={JOB.description}
            error={errorOf("description")}
            {...register("description")}
          />
        </div>
      </Section>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </Button>
        {onCancel ? (
          <Button look="outline" onClick={cancel}>
            {common("discard")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
