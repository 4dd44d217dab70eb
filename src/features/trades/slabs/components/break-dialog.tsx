"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFieldArray } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button, IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { MOST_REMNANTS, SLAB } from "../rules";
import { type BreakForm, breakForm } from "../schema";
import type { Slab } from "./slab-page";

const NOTHING = { length: undefined as unknown as number, width: undefined as unknown as number, bin: "" };

/** What is left of a slab that broke, or was cut without a plan: each piece that is worth keeping is a slab of its own from then on. */
export function BreakDialog({ workspace, slab, onClose }: { workspace: Workspace; slab: Slab; onClose: () => void }) {
  const t = useTranslations("trades.slabs");
  const words = useTranslations("trades.materials");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const form = useZodForm<BreakForm>(breakForm, { remnants: [NOTHING] });
  const { close, leave } = useDialogDraft(form, `trades.break.${slab.uid}`, onClose);
  const { errorOf, register, control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "remnants" });
  const submit = form.handleSubmit(async ({ remnants }) => {
    try {
      await api.trades.slabs.break.mutate({ workspaceId: workspace.uid, uid: slab.uid, version: slab.version, remnants });
      notify("success", t("broken", { count: remnants.length }));
      close();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict") return form.showRefusal(refusal, common("offline"));
      form.showRefusal({ message: t("moveConflict"), issues: [] }, "");
    } finally {
      await utils.trades.slabs.invalidate();
    }
  });
  return (
    <Dialog open onClose={leave} title={t("breakTitle", { serial: slab.serial })}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <p className="text-ink-soft">{t("breakText")}</p>
        <div tabIndex={-1} className="grid gap-5">
          {fields.map(({ id }, at) => (
            <fieldset key={id} className="grid gap-4 rounded-box border border-line p-4">
              <legend className="sr-only">{t("remnant", { number: format.number(at + 1) })}</legend>
              <div className="flex items-center justify-between gap-3">
                <p className="font-semibold" aria-hidden="true">
                  {t("remnant", { number: format.number(at + 1) })}
                </p>
                {fields.length > 1 ? (
                  <IconButton
                    ref={passFocusAlong}
                    label={t("removeRemnant", { number: format.number(at + 1) })}
                    onClick={() => remove(at)}
                    className="-my-2 -me-2"
                  >
                    <TrashIcon />
                  </IconButton>
                ) : null}
              </div>
              <div className="grid grid-cols-2 items-start gap-4">
                {(["length", "width"] as const).map((name) => (
                  <DecimalControl
                    key={name}
                    control={control}
                    name={`remnants.${at}.${name}`}
                    digits={0}
                    unit={words("mm")}
                    label={t(name)}
                    error={errorOf(`remnants.${at}.${name}`)}
                  />
                ))}
              </div>
              <TextField
                label={t("bin")}
                dir="auto"
                autoComplete="off"
                maxLength={SLAB.bin}
                error={errorOf(`remnants.${at}.bin`)}
                {...register(`remnants.${at}.bin`)}
              />
            </fieldset>
          ))}
          {fields.length < MOST_REMNANTS ? (
            <Button look="outline" className="justify-self-start" icon={<PlusIcon className="size-5" />} onClick={() => append(NOTHING)}>
              {t("addRemnant")}
            </Button>
          ) : null}
        </div>
        {errorOf("remnants") ? <Alert tone="danger">{errorOf("remnants")}</Alert> : null}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={close} type="submit" busy={formState.isSubmitting}>
          {t("breakNow")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
