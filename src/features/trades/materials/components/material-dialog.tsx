"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { MATERIAL_CATEGORIES, type MaterialCategory } from "@/lib/enums/trades-pricing";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import { MATERIAL } from "../rules";
import { type MaterialFields, materialFields } from "../schema";
import type { Material } from "./materials-page";

/** A stone as it mostly comes, and a bridge saw as it mostly cuts. */
const USUAL: MaterialFields = {
  name: "",
  category: "granite",
  thickness: 20,
  finish: "",
  grain: false,
  slabLength: 3000,
  slabWidth: 1600,
  kerf: 4,
  trim: 10,
  remnantLength: 600,
  remnantWidth: 300,
  retired: false,
};

const toForm = (material: Material | null): MaterialFields => {
  if (!material) return USUAL;
  const { uid: _, version: __, banned: ___, ...fields } = material;
  return fields;
};

interface MaterialDialogProps {
  workspace: Workspace;
  /** Null for a new one. */
  material: Material | null;
  banned: MaterialCategory[];
  onClose: () => void;
}

/** What a material is, how its slabs usually come, and how it is cut. */
export function MaterialDialog({ workspace, material, banned, onClose }: MaterialDialogProps) {
  const t = useTranslations("trades.materials");
  const common = useTranslations("common");
  const errors = useTranslations("errors");
  const utils = trpc.useUtils();
  const id = useId();
  const form = useZodForm<MaterialFields>(materialFields, toForm(material));
  const { register, errorOf, control, watch, formState } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: material,
    toForm,
    draft: (seen) => (seen ? `trades.material.${seen.uid}.${seen.version}` : `trades.material.new.${workspace.uid}`),
    save: (values, seen) => api.trades.materials.save.mutate({ ...values, ...seenVersion(seen), workspaceId: workspace.uid }),
    onSaved: () => {
      onClose();
      return Promise.all([utils.trades.materials.invalidate(), utils.trades.slabs.invalidate()]);
    },
    onOvertaken: () => utils.trades.materials.invalidate(),
    onClose,
  });
  const category = watch("category");

  const mm = (name: Exclude<keyof MaterialFields, "name" | "category" | "finish" | "grain" | "retired">, help?: string) => (
    <DecimalControl control={control} name={name} digits={0} unit={t("mm")} label={t(name)} help={help} error={errorOf(name)} />
  );

  return (
    <Dialog
      open
      onClose={onClose}
      title={material ? t("edit", { name: material.name }) : t("new")}
      footer={
        <DialogActions onCancel={cancel} type="submit" form={id} busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
        <TextField
          label={t("name")}
          dir="auto"
          autoComplete="off"
          maxLength={MATERIAL.name}
          error={errorOf("name")}
          {...register("name")}
        />
        <SelectField label={t("category")} error={errorOf("category")} {...register("category")}>
          {MATERIAL_CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {t(`categories.${one}`)}
            </option>
          ))}
        </SelectField>
        {banned.includes(category) ? <Alert tone="warning">{errors("materialBanned")}</Alert> : null}
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField
            label={t("finish")}
            dir="auto"
            autoComplete="off"
            maxLength={MATERIAL.finish}
            error={errorOf("finish")}
            {...register("finish")}
          />
          {mm("thickness")}
          {mm("slabLength")}
          {mm("slabWidth")}
        </div>
        <Checkbox label={t("grainHelp")} {...register("grain")} />
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
          {mm("kerf", t("kerfHelp"))}
          {mm("trim", t("trimHelp"))}
          {mm("remnantLength")}
          {mm("remnantWidth")}
        </div>
        <p className="-mt-3 text-sm text-ink-soft">{t("remnantHelp")}</p>
        {material ? <Checkbox label={t("retire")} {...register("retired")} /> : null}
      </form>
    </Dialog>
  );
}
