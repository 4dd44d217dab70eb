"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type Control, useController, useFieldArray } from "react-hook-form";
import { v7 as uuidv7 } from "uuid";
import { useFormat } from "@/i18n/use-format";
import { GRAINS } from "@/lib/cutting/types";
import type { PriceKind } from "@/lib/enums/trades-pricing";
import { SIDES } from "@/lib/enums/trades-quotes";
import { Button, IconButton } from "@/ui/button";
import { DecimalField } from "@/ui/decimal-field";
import { SelectField, TextField } from "@/ui/field";
import { passFocusAlong } from "@/ui/pass-focus-on";
import type { OfferedPrices } from "../hooks/use-offered";
import { MOST_CUTOUTS, MOST_PIECES, QUOTE } from "../rules";
import type { PieceFields, QuoteFields } from "../schema";

const newPiece = (code: string): PieceFields => ({
  id: uuidv7(),
  label: "",
  code,
  length: null as unknown as number,
  width: null as unknown as number,
  count: 1,
  grain: "any",
  edges: { front: "", back: "", left: "", right: "" },
  cutouts: [],
});

interface PartProps {
  control: Control<QuoteFields>;
  offered: OfferedPrices;
  errorOf: (name: never) => string | undefined;
}

/** What is to be made, piece by piece: its size, its edges and its cut-outs. */
export function PiecesFields({ control, offered, errorOf }: PartProps) {
  const t = useTranslations("trades.quotes");
  const pieces = useFieldArray({ control, name: "pieces", keyName: "key" });
  const first = [...offered.items.values()].find(({ kind }) => kind === "material");
  return (
    <div tabIndex={-1} className="grid gap-5">
      {pieces.fields.length === 0 ? <p className="text-ink-soft">{t("noPieces")}</p> : null}
      {pieces.fields.map(({ key }, at) => (
        <Piece key={key} at={at} control={control} offered={offered} errorOf={errorOf} onRemove={() => pieces.remove(at)} />
      ))}
      {pieces.fields.length < MOST_PIECES ? (
        <Button
          look="outline"
          className="justify-self-start"
          icon={<PlusIcon className="size-5" />}
          onClick={() => pieces.append(newPiece(pieces.fields.at(-1)?.code ?? first?.code ?? ""))}
        >
          {t("addPiece")}
        </Button>
      ) : null}
    </div>
  );
}

function Piece({ at, control, offered, errorOf, onRemove }: PartProps & { at: number; onRemove: () => void }) {
  const t = useTranslations("trades.quotes");
  const format = useFormat();
  const { field } = useController({ control, name: `pieces.${at}` });
  const piece = field.value;
  const change = (part: Partial<PieceFields>) => field.onChange({ ...piece, ...part });
  const problem = (name: string) => errorOf(`pieces.${at}.${name}` as never);
  const size = (name: "length" | "width") => (
    <DecimalField
      label={t(name)}
      unit={t("mm")}
      digits={0}
      value={piece[name]}
      error={problem(name)}
      onChange={(value) => change({ [name]: value as number })}
    />
  );
  return (
    <fieldset className="grid gap-4 rounded-box border border-line p-4">
      <legend className="px-1 font-semibold">{t("piece", { number: format.number(at + 1) })}</legend>
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label={t("label")}
            dir="auto"
            autoComplete="off"
            maxLength={QUOTE.label}
            value={piece.label}
            error={problem("label")}
            onChange={({ target }) => change({ label: target.value })}
          />
        </div>
        <IconButton ref={passFocusAlong} label={t("removePiece", { number: format.number(at + 1) })} onClick={onRemove}>
          <TrashIcon />
        </IconButton>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <ItemField
          label={t("material")}
          kind="material"
          value={piece.code}
          offered={offered}
          error={problem("code")}
          onChange={(code) => change({ code })}
        />
        <SelectField
          label={t("grain")}
          value={piece.grain}
          onChange={({ target }) => change({ grain: target.value as PieceFields["grain"] })}
        >
          {GRAINS.map((grain) => (
            <option key={grain} value={grain}>
              {t(`grains.${grain}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {size("length")}
        {size("width")}
        <DecimalField
          label={t("count")}
          digits={0}
          value={piece.count}
          error={problem("count")}
          onChange={(count) => change({ count: count as number })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {SIDES.map((side) => (
          <ItemField
            key={side}
            label={t(`sides.${side}`)}
            kind="edge"
            value={piece.edges[side]}
            offered={offered}
            error={problem(`edges.${side}`)}
            onChange={(code) => change({ edges: { ...piece.edges, [side]: code } })}
          />
        ))}
      </div>
      <div tabIndex={-1} className="grid gap-4 empty:hidden">
        {piece.cutouts.map((cutout, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cut-outs may be alike
          <div key={n} className="flex flex-wrap items-end gap-3">
            <div className="min-w-0 flex-1 basis-48">
              <ItemField
                label={t("cutout", { number: format.number(n + 1) })}
                kind="cutout"
                value={cutout.code}
                offered={offered}
                error={problem(`cutouts.${n}.code`)}
                onChange={(code) => change({ cutouts: piece.cutouts.map((one, other) => (other === n ? { ...one, code } : one)) })}
              />
            </div>
            <div className="w-24">
              <DecimalField
                label={t("count")}
                digits={0}
                value={cutout.count}
                error={problem(`cutouts.${n}.count`)}
                onChange={(count) =>
                  change({ cutouts: piece.cutouts.map((one, other) => (other === n ? { ...one, count: count as number } : one)) })
                }
              />
            </div>
            <IconButton
              ref={passFocusAlong}
              label={t("removeCutout", { number: format.number(n + 1) })}
              onClick={() => change({ cutouts: piece.cutouts.filter((_, other) => other !== n) })}
            >
              <TrashIcon />
            </IconButton>
          </div>
        ))}
        {piece.cutouts.length < MOST_CUTOUTS && [...offered.items.values()].some(({ kind }) => kind === "cutout") ? (
          <Button
            look="outline"
            className="justify-self-start"
            icon={<PlusIcon className="size-5" />}
            onClick={() =>
              change({
                cutouts: [
                  ...piece.cutouts,
                  { code: [...offered.items.values()].find(({ kind }) => kind === "cutout")?.code ?? "", count: 1 },
                ],
              })
            }
          >
            {t("addCutout")}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

interface ItemFieldProps {
  label: string;
  kind: PriceKind;
  value: string;
  offered: OfferedPrices;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** Something of a kind in the price list, or nothing; what is not in it any more stays to be seen. */
function ItemField({ label, kind, value, offered, error, onChange }: ItemFieldProps) {
  const t = useTranslations("trades.quotes");
  const format = useFormat();
  const items = [...offered.items.values()].filter((item) => item.kind === kind);
  return (
    <SelectField label={label} value={value} error={error} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t("nothing")}</option>
      {value !== "" && !offered.items.has(value) ? <option value={value}>{value}</option> : null}
      {items.map(({ code, name }) => (
        <option key={code} value={code}>
          {format.joined([name, code])}
        </option>
      ))}
    </SelectField>
  );
}
