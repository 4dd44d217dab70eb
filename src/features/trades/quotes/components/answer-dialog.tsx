"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { useFormat } from "@/i18n/use-format";
import { nameField, textField } from "@/lib/fields";
import { calculate } from "@/lib/pricing/documents";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea, TextField } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { choosing, QUOTE } from "../rules";
import type { Quote } from "./quote-page";

const fields = z
  .strictObject({
    said: z.enum(["yes", "no"]),
    name: nameField(QUOTE.signer),
    reason: textField(QUOTE.reason),
    /** The options that are taken, by their places. */
    options: z.array(z.int()),
  })
  .refine(({ said, name }) => said === "no" || name !== "", { path: ["name"], message: "required" });
type Fields = z.infer<typeof fields>;

/** What the customer said by other ways, such as on the phone, written down by the shop. */
export function AnswerDialog({ workspace, quote, onClose }: { workspace: Workspace; quote: Quote; onClose: () => void }) {
  const t = useTranslations("trades.quotes");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const format = useFormat();
  // Neither is the usual answer: what is written down is what somebody has chosen.
  const form = useZodForm<Fields>(fields, { said: undefined, name: "", reason: "", options: [] });
  const { close, leave } = useDialogDraft(form, `trades.quoteAnswer.${quote.uid}`, onClose);
  const answer = trpc.trades.quotes.answer.useMutation();
  // As it was seen when it was asked: what somebody else does meanwhile is not answered unseen.
  const [version] = useState(quote.version);
  const said: Fields["said"] | undefined = form.watch("said");
  const options = form.watch("options");
  const take = (next: number[]) => form.setValue("options", next, { shouldDirty: true });
  const { total } = calculate(choosing(quote.lines, options), quote.how).totals;
  const submit = form.handleSubmit(async ({ name, reason, options }) => {
    try {
      const about = { workspaceId: workspace.uid, uid: quote.uid, version };
      const { data } = await answer.mutateAsync({ ...about, accepted: said === "yes", name, reason, options });
      utils.trades.quotes.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
      notify("success", t(said === "yes" ? "accepted" : "declined"));
      await utils.trades.invalidate();
      close();
    } catch (error) {
      const refusal = toApiError(error);
      form.showRefusal(refusal.code === "conflict" ? { message: t("conflict"), issues: [] } : refusal, common("offline"));
    }
  });
  return (
    <Dialog open onClose={leave} title={t("answerTitle")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <Choices
          label={t("said")}
          value={said ?? null}
          choices={[
            { value: "yes", label: t("saidYes") },
            { value: "no", label: t("saidNo") },
          ]}
          error={form.errorOf("said")}
          onChange={(next) => form.setValue("said", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
        />
        {said === "yes" ? (
          <>
            <TextField
              label={t("signer")}
              dir="auto"
              autoComplete="off"
              maxLength={QUOTE.signer}
              error={form.errorOf("name")}
              {...form.register("name")}
            />
            {quote.lines.some(({ optional }) => optional) ? (
              <fieldset>
                <legend className="mb-1 font-semibold">{t("options")}</legend>
                {quote.lines.map(({ optional, text }, at) =>
                  optional ? (
                    <Checkbox
                      // biome-ignore lint/suspicious/noArrayIndexKey: options are known by their places
                      key={at}
                      label={text}
                      checked={options.includes(at)}
                      onChange={({ target }) => take(target.checked ? [...options, at] : options.filter((one) => one !== at))}
                    />
                  ) : null,
                )}
              </fieldset>
            ) : null}
            <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-box bg-sunken px-4 py-3">
              <span>{t("acceptedSum")}</span>
              <strong className="tabular">{format.money(total, quote.currency)}</strong>
            </p>
          </>
        ) : null}
        {said === "no" ? (
          <TextArea rows={4} label={t("reason")} maxLength={QUOTE.reason} error={form.errorOf("reason")} {...form.register("reason")} />
        ) : null}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={close} type="submit" busy={form.formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
