"use client";

import { useTranslations } from "next-intl";
import { minorDigits } from "@/lib/money";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenForm } from "@/trpc/use-seen";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { DecimalControl } from "@/ui/decimal-control";
import { Section } from "@/ui/editing/parts";
import { SelectField, TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import type { Material } from "../../materials/components/materials-page";
import { fixedFields, isGone, SLAB } from "../rules";
import { type SlabForm as Fields, NEW_STATES, slabForm } from "../schema";
import { DefectFields } from "./defect-fields";
import type { Slab } from "./slab-page";

const toForm = (slab: Slab | null, serial: string): Fields => ({
  state: "available",
  serial: slab?.serial ?? serial,
  materialUid: slab?.material.uid ?? "",
  length: slab?.length ?? (undefined as unknown as number),
  width: slab?.width ?? (undefined as unknown as number),
  thickness: slab?.thickness ?? (undefined as unknown as number),
  cost: slab?.cost ?? 0,
  bin: slab?.bin ?? "",
  supplier: slab?.supplier ?? "",
  batch: slab?.batch ?? "",
  defects: slab?.defects ?? [],
  notes: slab?.notes ?? "",
});

interface SlabFormProps {
  workspace: Workspace;
  slab: Slab | null;
  /** What a new one could be called. */
  serial?: string;
  materials: Material[];
  onSaved: (slab: Slab) => void;
  onCancel?: () => void;
}

/** What a slab is, how large, what it cost, where it stands and what is the matter with it. */
export function SlabForm({ workspace, slab, serial = "", materials, onSaved, onCancel }: SlabFormProps) {
  const t = useTranslations("trades.slabs");
  const common = useTranslations("common");
  const words = useTranslations("trades.materials");
  const utils = trpc.useUtils();
  const form = useZodForm<Fields>(slabForm, toForm(slab, serial), { stays: true });
  const { register, errorOf, control, formState, setValue, watch } = form;
  const show = (data: Slab) => utils.trades.slabs.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
  const { submit, overtaken, discard } = useSeenForm(form, {
    row: slab,
    toForm: (row) => toForm(row, serial),
    draft: (seen) => (seen ? `trades.slab.${seen.uid}.${seen.version}` : `trades.slab.new.${workspace.uid}`),
    save: (values, seen) => api.trades.slabs.save.mutate({ ...values, ...seenVersion(seen), workspaceId: workspace.uid }),
    onSaved: (data, whole) => {
      show(data);
      if (!slab || whole) onSaved(data);
      return utils.trades.slabs.invalidate();
    },
    onOvertaken: show,
  });
  const fixed = slab ? fixedFields(slab) : [];
  const isFixed = (field: (typeof fixed)[number]) => fixed.includes(field);
  const { state, materialUid } = watch();
  const usable = materials.filter(({ uid, retired, banned }) => uid === slab?.material.uid || !(retired || banned));

  const choose = (uid: string) => {
    setValue("materialUid", uid, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    const material = materials.find((one) => one.uid === uid);
    if (!material || slab) return;
    // As its slabs usually come; what they measure is typed over it.
    setValue("length", material.slabLength, { shouldDirty: true });
    setValue("width", material.slabWidth, { shouldDirty: true });
    setValue("thickness", material.thickness, { shouldDirty: true });
  };
  const cancel = () => {
    discard();
    onCancel?.();
  };
  const line = (name: "serial" | "bin" | "supplier" | "batch", help?: string) => (
    <TextField label={t(name)} help={help} dir="auto" autoComplete="off" maxLength={SLAB[name]} error={errorOf(name)} {...register(name)} />
  );
  const mm = (name: "length" | "width" | "thickness") => (
    <DecimalControl
      control={control}
      name={name}
      digits={0}
      unit={words("mm")}
      label={t(name)}
      disabled={isFixed(name)}
      error={errorOf(name)}
    />
  );

  return (
    <form noValidate className="grid max-w-3xl gap-6" onSubmit={submit}>
      <Section title={t("details")}>
        <div className="grid gap-5">
          {slab ? null : (
            <Choices
              label={t("state")}
              value={state}
              choices={NEW_STATES.map((value) => ({ value, label: t(`news.${value}`) }))}
              onChange={(value) => setValue("state", value, { shouldDirty: true })}
            />
          )}
          <SelectField
            label={t("material")}
            error={materialUid === "" && errorOf("materialUid") ? t("materialMissing") : errorOf("materialUid")}
            disabled={isFixed("materialUid")}
            value={materialUid}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{t("chooseMaterial")}</option>
            {usable.map(({ uid, name }) => (
              <option key={uid} value={uid}>
                {name}
              </option>
            ))}
          </SelectField>
          <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-3">
            {mm("length")}
            {mm("width")}
            {mm("thickness")}
          </div>
          <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
            {line("serial", t("serialHelp"))}
            {line("bin", t("binHelp"))}
            {line("supplier")}
            {line("batch", t("batchHelp"))}
            <DecimalControl
              control={control}
              name="cost"
              digits={minorDigits(workspace.currency)}
              least={minorDigits(workspace.currency)}
              unit={workspace.currency}
              label={t("cost")}
              help={t("costHelp")}
              disabled={isFixed("cost")}
              error={errorOf("cost")}
            />
          </div>
          <TextArea label={t("notes")} maxLength={SLAB.notes} error={errorOf("notes")} {...register("notes")} />
          {fixed.length > 0 ? <p className="text-sm text-ink-soft">{t("fixed")}</p> : null}
        </div>
      </Section>
      {slab && isGone(slab.state) ? null : (
        <Section title={t("defects")} lead={t("defectsLead")}>
          <DefectFields control={control} errorOf={errorOf} register={register} errors={formState.errors} />
        </Section>
      )}
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
