"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { PRICE_KINDS, type PriceKind } from "@/lib/enums/trades-pricing";
import { minorDigits } from "@/lib/money";
import { api, trpc } from "@/trpc/client";
import { useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { type Refusal, useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import type { PriceItemDto, PricesDto } from "../dto";
import type { PriceWords } from "../hooks/use-price-words";
import { isUnitOf, PRICE, UNITS_OF } from "../rules";
import { type PriceItemFields, priceItemFields } from "../schema";
import { Margin } from "./margin";
import { TierFields } from "./tier-fields";

/** Amounts that nobody has said yet are none. */
export type PriceValues = Omit<PriceItemFields, "price" | "tiers"> & {
  price: number | null;
  tiers: { from: number | null; price: number | null }[];
};

const toForm = (item: PriceItemDto | null): PriceValues => ({
  code: item?.code ?? "",
  name: item?.name ?? "",
  kind: item?.kind ?? "material",
  unit: item?.unit ?? "m2",
  materialUid: item?.materialUid ?? null,
  taxUid: item?.taxUid ?? null,
  price: item?.price ?? null,
  cost: item?.cost ?? 0,
  tiers: item?.tiers ?? [],
});

/** The server names a price's fields within the draft that they are of. */
const atFields = ({ path, message }: Refusal["issues"][number]) => ({
  path: path[0] === "item" ? (path.length > 1 ? path.slice(1) : ["code"]) : path,
  message,
});

interface PriceDialogProps {
  workspace: Workspace;
  prices: PricesDto;
  /** Null for a new one. */
  item: PriceItemDto | null;
  words: PriceWords;
  /** What prices of the kind "material" can be of. */
  materials: readonly { uid: string; name: string; retired: boolean }[];
  onClose: () => void;
}

/** What one of something is asked for, what it costs, and what it is once more of it is taken. */
export function PriceDialog({ workspace, prices, item, words, materials, onClose }: PriceDialogProps) {
  const t = useTranslations("trades.prices");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const id = useId();
  const { uid } = prices;
  const { uid: workspaceId, currency } = workspace;
  const digits = minorDigits(currency);
  const form = useZodForm<PriceValues>(priceItemFields, toForm(item));
  const { register, errorOf, control, watch, setValue, formState } = form;
  const { submit, overtaken, cancel } = useSeenDialog(
    { ...form, showRefusal: (refusal, fallback) => form.showRefusal({ ...refusal, issues: refusal.issues.map(atFields) }, fallback) },
    {
      row: prices,
      toForm: ({ items }) => toForm(items.find((one) => one.uid === item?.uid) ?? item),
      draft: ({ version }) => (item ? `trades.price.${uid}.${item.uid}.${version}` : `trades.price.${uid}.new`),
      save: (values, { version }) => {
        const about = { workspaceId, uid, version, ...(item ? { itemUid: item.uid } : {}) };
        return api.trades.prices.saveItem.mutate({ ...about, item: priceItemFields.parse(values) });
      },
      onSaved: (data) => {
        utils.trades.prices.view.setData({ workspaceId, uid }, { data });
        onClose();
        return utils.trades.prices.lists.invalidate();
      },
      onOvertaken: (data) => utils.trades.prices.view.setData({ workspaceId, uid }, { data }),
      onClose,
    },
  );
  const { kind, unit, materialUid, taxUid, price, cost } = watch();
  const set = <Name extends "unit" | "materialUid" | "taxUid">(name: Name, value: PriceValues[Name]) =>
    setValue(name, value as never, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const change = (next: PriceKind) => {
    setValue("kind", next, { shouldDirty: true });
    if (!isUnitOf(next, unit)) set("unit", UNITS_OF[next][0]);
    if (next !== "material") set("materialUid", null);
  };

  const used = materials.filter((material) => !material.retired || material.uid === materialUid);
  const offered = words.taxes.filter((tax) => !tax.retired || tax.uid === taxUid);
  const sums = typeof price === "number" && Number.isFinite(price) && Number.isFinite(cost);
  return (
    <Dialog
      open
      onClose={onClose}
      title={item ? t("editPrice", { name: item.name }) : t("addPrice")}
      footer={
        <DialogActions onCancel={cancel} type="submit" form={id} busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("priceConflict")}</Alert> : null}
        <TextField label={t("name")} dir="auto" autoComplete="off" maxLength={PRICE.name} error={errorOf("name")} {...register("name")} />
        <TextField
          label={t("code")}
          help={t("codeHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={PRICE.code}
          error={errorOf("code")}
          {...register("code")}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <SelectField label={t("kind")} value={kind} onChange={({ target }) => change(target.value as PriceKind)}>
            {PRICE_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`kinds.${one}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t("unit")}
            error={errorOf("unit")}
            value={unit}
            onChange={({ target }) => set("unit", target.value as PriceValues["unit"])}
          >
            {UNITS_OF[kind].map((one) => (
              <option key={one} value={one}>
                {t(`units.${one}`)}
              </option>
            ))}
          </SelectField>
        </div>
        {kind === "material" ? (
          <SelectField
            label={t("material")}
            help={t("materialHelp")}
            error={errorOf("materialUid")}
            value={materialUid ?? ""}
            onChange={({ target }) => set("materialUid", target.value || null)}
          >
            <option value="">{t("anyMaterial")}</option>
            {used.map((one) => (
              <option key={one.uid} value={one.uid}>
                {one.name}
              </option>
            ))}
          </SelectField>
        ) : null}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <DecimalControl
            control={control}
            name="price"
            digits={digits}
            least={digits}
            unit={currency}
            label={t("price")}
            error={errorOf("price")}
          />
          <DecimalControl
            control={control}
            name="cost"
            empty={0}
            digits={digits}
            least={digits}
            unit={currency}
            label={t("cost")}
            error={errorOf("cost")}
          />
        </div>
        <p aria-live="polite" className="flex gap-2 text-sm">
          <span className="text-ink-soft">{t("margin")}</span>
          <Margin margin={sums ? words.marginOf({ price, cost, taxUid }) : null} floor={words.floor} />
        </p>
        <SelectField
          label={t("tax")}
          error={errorOf("taxUid")}
          value={taxUid ?? ""}
          onChange={({ target }) => set("taxUid", target.value || null)}
        >
          <option value="">{t("usualTax")}</option>
          {offered.map((tax) => (
            <option key={tax.uid} value={tax.uid}>
              {tax.name}
            </option>
          ))}
        </SelectField>
        <TierFields form={form} unit={t(`units.${unit}`)} currency={currency} digits={digits} />
      </form>
    </Dialog>
  );
}
