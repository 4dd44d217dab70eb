"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { WHOLE_RATE } from "@/lib/pricing/amounts";
import { api, toApiError, trpc } from "@/trpc/client";
import { firstFailed, LoadFailed } from "@/trpc/load-failed";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { PercentControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { invoiceHref } from "../../hrefs";

const KINDS = ["deposit", "progress", "final"] as const;
type Kind = (typeof KINDS)[number];

const fields = z
  .strictObject({ kind: z.enum(KINDS), rate: z.int().min(1).max(WHOLE_RATE).nullable() })
  .refine(({ kind, rate }) => kind === "final" || rate !== null, { path: ["rate"], message: "required" });
type Fields = z.infer<typeof fields>;

interface DraftDialogProps {
  workspace: Workspace;
  jobUid: string;
  /** Nothing was asked for this job yet. */
  first: boolean;
  onClose: () => void;
}

/** Which part of what was agreed upon for a job is asked for. */
export function DraftDialog(props: DraftDialogProps) {
  const t = useTranslations("trades.invoices");
  const workspaceId = props.workspace.uid;
  const settings = trpc.trades.pricing.settings.useQuery({ workspaceId });
  // What was agreed upon with the customer, as the draft takes it; the shop's own where nothing was.
  const agreed = trpc.trades.quotes.list.useQuery({ workspaceId, jobUid: props.jobUid, state: "converted", descending: false });
  const missing = firstFailed([settings, agreed]);
  return (
    <Dialog open onClose={props.onClose} title={t("new")}>
      {settings.data && agreed.data ? (
        <DraftForm {...props} deposit={agreed.data.data[0]?.payment.deposit ?? settings.data.data.deposit} />
      ) : missing ? (
        <LoadFailed query={missing} />
      ) : (
        <LoadingList />
      )}
    </Dialog>
  );
}

function DraftForm({ workspace, jobUid, first, deposit, onClose }: DraftDialogProps & { deposit: number }) {
  const t = useTranslations("trades.invoices");
  const kinds = useTranslations("trades.invoices.kinds");
  const does = useTranslations("trades.invoices.does");
  const common = useTranslations("common");
  const router = useRouter();
  const utils = trpc.useUtils();
  const usual = (kind: Kind) => (kind === "deposit" && deposit > 0 ? deposit : null);
  const begun: Kind = first ? "deposit" : "final";
  const form = useZodForm<Fields>(fields, { kind: begun, rate: usual(begun) });
  const { control, errorOf, formState, setValue, watch } = form;
  // Once it is there another click must not make a second one while its page is on the way.
  const [made, setMade] = useState(false);
  const kind = watch("kind");
  const submit = form.handleSubmit(async ({ rate }) => {
    try {
      const part = kind === "final" || rate === null ? {} : { rate };
      const { data } = await api.trades.invoices.draft.mutate({ workspaceId: workspace.uid, jobUid, kind, ...part });
      setMade(true);
      utils.trades.invoices.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
      void utils.trades.invoices.list.invalidate();
      router.push(invoiceHref(workspace.uid, data.uid));
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
      <Choices
        label={t("kind")}
        value={kind}
        choices={KINDS.map((value) => ({ value, label: kinds(value) }))}
        onChange={(next) => {
          setValue("kind", next);
          setValue("rate", usual(next));
          form.clearErrors();
        }}
      />
      <p aria-live="polite" className="text-ink-soft">
        {does(kind)}
      </p>
      {kind === "final" ? null : (
        <PercentControl key={kind} control={control} name="rate" label={t("rate")} help={t("rateHelp")} error={errorOf("rate")} />
      )}
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <DialogActions onCancel={onClose} type="submit" busy={formState.isSubmitting || made}>
        {t("draft")}
      </DialogActions>
    </form>
  );
}
