"use client";

import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { addDays, dayIn } from "@/lib/days";
import { LOCALES } from "@/lib/locales";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorToast } from "@/trpc/use-error";
import { seenVersion, useSeenForm } from "@/trpc/use-seen";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { SelectField, TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { CustomerField } from "../../jobs/components/customer-field";
import { SiteField } from "../../jobs/components/site-field";
import { useOffered } from "../hooks/use-offered";
import { QUOTE } from "../rules";
import { type QuoteFields, quoteFields } from "../schema";
import { LinesFields } from "./lines-fields";
import { LiveSums } from "./live-sums";
import { PiecesFields } from "./pieces-fields";
import type { Quote } from "./quote-page";

type Pricing = RouterOutputs["trades"]["pricing"]["settings"]["data"];
type Job = RouterOutputs["trades"]["jobs"]["view"]["data"];

interface QuoteFormProps {
  workspace: Workspace;
  quote: Quote | null;
  pricing: Pricing;
  /** Whom a new one is for, and the job that it answers or changes, where those are known. */
  customer?: string;
  job?: Job | null;
  onSaved: (quote: Quote) => void;
  onCancel?: () => void;
}

/** Work that is under way is changed by a variation. */
const UNDER_WAY: readonly string[] = ["won", "in_progress", "completed"];

function toForm(
  quote: Quote | null,
  { workspace, pricing, customer = "", job = null }: QuoteFormProps,
  prices: string | null,
): QuoteFields {
  if (!quote)
    return {
      title: job?.title ?? "",
      customerUid: customer,
      siteUid: job?.site?.uid ?? null,
      jobUid: job?.uid ?? null,
      templateUid: null,
      language: workspace.language,
      priceVersionUid: prices,
      validUntil: addDays(dayIn(new Date(), workspace.timeZone), pricing.validityDays),
      terms: "",
      notes: "",
      pieces: [],
      adjustments: [],
      lines: [],
      discount: { is: "rate", rate: 0 },
    };
  const { title, language, validUntil, terms, notes, templateUid, pieces, adjustments, how } = quote;
  return {
    title,
    customerUid: quote.customer.uid,
    siteUid: quote.site?.uid ?? null,
    jobUid: quote.job?.uid ?? null,
    templateUid,
    language,
    priceVersionUid: quote.prices?.uid ?? null,
    validUntil,
    terms,
    notes,
    pieces: pieces.map(({ materialUid: _, ...piece }) => piece),
    adjustments,
    lines: quote.lines.filter(({ source }) => source === "hand").map(({ source: _, tax: __, chosen: ___, amounts: ____, ...line }) => line),
    discount: how.discount,
  };
}

/** Once it is known which prices hold: whatever is written begins with them. */
export function QuoteForm(props: QuoteFormProps) {
  const { workspace, quote, customer } = props;
  const about = customer ? { customerUid: customer } : {};
  const holding = trpc.trades.prices.holding.useQuery({ workspaceId: workspace.uid, ...about }, { enabled: quote === null });
  if (quote === null && isMissing(holding)) return <LoadFailed query={holding} />;
  if (quote === null && holding.isPending) return <LoadingList />;
  return <Fields {...props} holding={holding.data?.data?.uid ?? null} />;
}

function Fields({ holding, ...props }: QuoteFormProps & { holding: string | null }) {
  const { workspace, quote, pricing, job = null, onSaved, onCancel } = props;
  const t = useTranslations("trades.quotes");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const format = useFormat();
  const utils = trpc.useUtils();
  const form = useZodForm<QuoteFields>(quoteFields, toForm(quote, props, holding), { stays: true });
  const { register, errorOf, control, formState, getValues, setValue, watch } = form;
  const show = (data: Quote) => utils.trades.quotes.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
  const { submit, overtaken, discard } = useSeenForm(form, {
    row: quote,
    toForm: (row) => toForm(row, props, holding),
    draft: (seen) => (seen ? `trades.quote.${seen.uid}.${seen.version}` : `trades.quote.new.${workspace.uid}.${job?.uid ?? ""}`),
    save: (values, seen) => api.trades.quotes.save.mutate({ ...values, ...seenVersion(seen), workspaceId: workspace.uid, kind }),
    onSaved: (data, whole) => {
      show(data);
      if (!quote || whole) onSaved(data);
      return utils.trades.quotes.invalidate();
    },
    onOvertaken: show,
  });
  const whom = useController({ control, name: "customerUid" }).field;
  const where = useController({ control, name: "siteUid" }).field;
  const work = useController({ control, name: "jobUid" }).field;
  const prices = useController({ control, name: "priceVersionUid" }).field;
  const offered = useOffered(workspace, prices.value);
  const lists = trpc.trades.prices.lists.useQuery({ workspaceId: workspace.uid });
  const templates = trpc.trades.templates.list.useQuery({ workspaceId: workspace.uid });
  const kind = quote?.kind ?? (job && UNDER_WAY.includes(job.state) ? "variation" : "quote");

  // Whoever is chosen is asked for the prices that hold for them, unless others were taken by hand.
  const choose = async (uid: string) => {
    const [before, now] = await Promise.all(
      [whom.value, uid].map(async (customerUid) => {
        const { data } = await utils.trades.prices.holding.fetch({ workspaceId: workspace.uid, ...(customerUid ? { customerUid } : {}) });
        return data?.uid ?? null;
      }),
    );
    if (getValues("customerUid") === uid && getValues("priceVersionUid") === before)
      setValue("priceVersionUid", now ?? null, { shouldDirty: true });
  };

  const published = (lists.data?.data.lists ?? []).flatMap((list) =>
    list.versions
      .filter(({ uid, state }) => state === "published" && (!list.retired || uid === prices.value))
      .map(({ uid, number }) => ({ uid, text: format.joined([list.name, format.number(number)]) })),
  );

  return (
    <form noValidate className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]" onSubmit={submit}>
      <div className="grid min-w-0 gap-6">
        <Section title={t(kind === "variation" ? "aboutVariation" : "about")}>
          <div className="grid gap-5">
            <TextField
              label={t("title")}
              dir="auto"
              autoComplete="off"
              maxLength={QUOTE.title}
              error={errorOf("title")}
              {...register("title")}
            />
            {job || quote?.job ? (
              <div ref={work.ref} tabIndex={-1}>
                <p className="text-ink-soft">
                  {t("forJob", { number: format.reference((job ?? quote?.job)?.number ?? 0), title: (job ?? quote?.job)?.title ?? "" })}
                </p>
                {errorOf("jobUid") ? <p className="mt-1.5 text-sm font-medium text-danger">{errorOf("jobUid")}</p> : null}
              </div>
            ) : (
              <CustomerField
                workspace={workspace}
                value={whom.value}
                inputRef={whom.ref}
                error={errorOf("customerUid")}
                onChange={(uid) => {
                  // A site is one customer's.
                  if (uid !== whom.value) setValue("siteUid", null, { shouldDirty: true });
                  // Where nobody can say which, they stay as they stand there, which is seen below.
                  if (uid && uid !== whom.value) choose(uid).catch(showError);
                  whom.onChange(uid);
                }}
              />
            )}
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
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField type="date" label={t("validUntil")} error={errorOf("validUntil")} {...register("validUntil")} />
              <SelectField label={t("language")} error={errorOf("language")} {...register("language")}>
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale}>
                    {format.language(locale)}
                  </option>
                ))}
              </SelectField>
              {isMissing(lists) ? (
                <LoadFailed query={lists} />
              ) : (
                <SelectField
                  label={t("prices")}
                  value={prices.value ?? ""}
                  error={errorOf("priceVersionUid")}
                  onChange={({ target }) => prices.onChange(target.value || null)}
                >
                  <option value="">{t("noPrices")}</option>
                  {published.map(({ uid, text }) => (
                    <option key={uid} value={uid}>
                      {text}
                    </option>
                  ))}
                </SelectField>
              )}
              {isMissing(templates) ? (
                <LoadFailed query={templates} />
              ) : (
                <SelectField
                  label={t("template")}
                  value={watch("templateUid") ?? ""}
                  error={errorOf("templateUid")}
                  onChange={({ target }) => setValue("templateUid", target.value || null, { shouldDirty: true })}
                >
                  <option value="">{t("noTemplate")}</option>
                  {(templates.data?.data.templates ?? []).map(({ uid, name }) => (
                    <option key={uid} value={uid}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              )}
            </div>
          </div>
        </Section>
        {offered.missing ? (
          <LoadFailed query={offered.missing} />
        ) : (
          <>
            <Section title={t("pieces")} lead={t("piecesLead")}>
              <PiecesFields control={control} offered={offered} errorOf={errorOf as never} />
            </Section>
            <Section title={t("lines")} lead={t("linesLead")}>
              <LinesFields
                control={control}
                offered={offered}
                currency={quote?.currency ?? workspace.currency}
                errorOf={errorOf as never}
              />
            </Section>
          </>
        )}
        <Section title={t("words")}>
          <div className="grid gap-5">
            <TextArea
              rows={5}
              label={t("terms")}
              help={t("termsHelp")}
              maxLength={QUOTE.terms}
              error={errorOf("terms")}
              {...register("terms")}
            />
            <TextArea
              rows={3}
              label={t("notes")}
              help={t("notesHelp")}
              maxLength={QUOTE.notes}
              error={errorOf("notes")}
              {...register("notes")}
            />
          </div>
        </Section>
      </div>
      <div className="grid gap-6 lg:sticky lg:top-28">
        {offered.missing ? null : (
          <LiveSums
            workspace={workspace}
            kind={kind}
            currency={quote?.currency ?? workspace.currency}
            form={form as never}
            offered={offered}
            pricing={pricing}
          />
        )}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={formState.isSubmitting}>
            {common("save")}
          </Button>
          {onCancel ? (
            <Button
              look="outline"
              onClick={() => {
                discard();
                onCancel();
              }}
            >
              {common("discard")}
            </Button>
          ) : null}
        </div>
      </div>
    </form>
  );
}
