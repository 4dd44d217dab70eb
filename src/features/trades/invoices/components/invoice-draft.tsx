"use client";

import { CheckBadgeIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { LOCALES } from "@/lib/locales";
import { api, trpc } from "@/trpc/client";
import { useAsked } from "@/trpc/use-error";
import { useSeen } from "@/trpc/use-seen";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Section } from "@/ui/editing/parts";
import { SelectField, TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { workspaceHref } from "../../hrefs";
import { useTakeInvoice } from "../hooks/use-take-invoice";
import { useTaxes } from "../hooks/use-taxes";
import { INVOICE } from "../rules";
import { BuyerFields } from "./buyer-fields";
import { DraftSums } from "./draft-sums";
import { type InvoiceFields, invoiceFields, toForm } from "./invoice-fields";
import { InvoiceHeading } from "./invoice-heading";
import type { Invoice } from "./invoice-page";
import { IssueDialog } from "./issue-dialog";
import { LinesFields } from "./lines-fields";
import { MissingParticulars } from "./missing-particulars";

/** A draft as it is being written: it is saved as often as one likes, and issued once. */
export function InvoiceDraft({ workspace, invoice }: { workspace: Workspace; invoice: Invoice }) {
  const t = useTranslations("trades.invoices");
  const common = useTranslations("common");
  const asked = useAsked();
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const take = useTakeInvoice(workspace);
  const taxes = useTaxes(workspace);
  const form = useZodForm<InvoiceFields>(invoiceFields, toForm(invoice), { stays: true });
  const { register, errorOf, control, formState, setValue, showRefusal } = form;
  const { isDirty, isSubmitting } = formState;
  const [issuing, setIssuing] = useState(false);
  const { seen, overtaken, attempt, keep, show } = useSeen(form, {
    row: invoice,
    toForm,
    draft: ({ uid, version }) => `trades.invoice.${uid}.${version}`,
    onOvertaken: (data) => utils.trades.invoices.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data }),
  });
  useEffect(() => {
    // Where nothing was typed there is nothing to lose: what somebody else has written shows.
    if (!isDirty && invoice.version > seen.version) show(invoice);
  }, [isDirty, invoice, seen, show]);

  const remove = trpc.trades.invoices.delete.useMutation({
    onSuccess: async () => {
      router.replace(workspaceHref(workspace.uid, "invoices"));
      await utils.trades.invoices.list.invalidate();
    },
  });
  /** @returns whether nothing was typed meanwhile; nothing where it was refused */
  const save = (values: InvoiceFields): Promise<boolean | undefined> => {
    // What was refused before counts no more.
    showRefusal({ message: "", issues: [] }, "");
    return attempt(async () => {
      const { uid, version } = seen;
      const { data } = await api.trades.invoices.save.mutate({ ...values, workspaceId: workspace.uid, uid, version });
      const whole = keep(data);
      await take(data);
      return whole;
    });
  };
  const submit = form.handleSubmit(async (values) => {
    if ((await save(values)) !== undefined) notify("success", common("saved"));
  });
  /** What was typed last is issued, too. */
  const issue = form.handleSubmit(async (values) => {
    if (values.lines.length === 0) return showRefusal({ message: t("nothingToIssue"), issues: [] }, "");
    if (!isDirty || (await save(values))) setIssuing(true);
  });

  return (
    <>
      <InvoiceHeading workspace={workspace} invoice={invoice}>
        <ConfirmDelete
          name={invoice.title}
          text={t("deleteText")}
          version={invoice.version}
          onDelete={(version) => remove.mutate({ workspaceId: workspace.uid, uid: invoice.uid, version })}
          {...asked(remove)}
        />
      </InvoiceHeading>
      <form noValidate className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]" onSubmit={submit}>
        <div className="grid min-w-0 gap-6">
          <Section title={t("about")}>
            <div className="grid gap-5 sm:grid-cols-2">
              <div className="sm:col-span-2">
                <TextField
                  label={t("title")}
                  dir="auto"
                  autoComplete="off"
                  maxLength={INVOICE.title}
                  error={errorOf("title")}
                  {...register("title")}
                />
              </div>
              <SelectField label={t("language")} error={errorOf("language")} {...register("language")}>
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale}>
                    {format.language(locale)}
                  </option>
                ))}
              </SelectField>
              {invoice.kind === "credit" ? null : (
                <DecimalControl control={control} name="days" digits={0} label={t("days")} help={t("daysHelp")} error={errorOf("days")} />
              )}
            </div>
          </Section>
          <BuyerFields register={register} errorOf={errorOf} />
          <Section title={t("lines")} lead={t("linesLead")}>
            <LinesFields control={control} taxes={taxes} currency={invoice.currency} errorOf={errorOf} />
          </Section>
          <Section title={t("words")}>
            <TextArea
              rows={3}
              label={t("notes")}
              help={t("notesHelp")}
              maxLength={INVOICE.notes}
              error={errorOf("notes")}
              {...register("notes")}
            />
          </Section>
        </div>
        <div className="grid gap-6 lg:sticky lg:top-28">
          <DraftSums invoice={invoice} control={control} setValue={setValue} />
          <MissingParticulars workspace={workspace} invoice={invoice} />
          {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
          {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="outline" busy={isSubmitting}>
              {common("save")}
            </Button>
            <Button icon={<CheckBadgeIcon className="size-5" />} busy={isSubmitting} onClick={() => void issue()}>
              {t("issue")}
            </Button>
          </div>
        </div>
      </form>
      {issuing ? <IssueDialog workspace={workspace} invoice={invoice} onClose={() => setIssuing(false)} /> : null}
    </>
  );
}
