"use client";

import { useTranslations } from "next-intl";
import { GRAINS } from "@/lib/cutting/types";
import { api, trpc } from "@/trpc/client";
import { useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import { QUOTE } from "../../quotes/rules";
import type { PieceDto } from "../dto";
import { usePieceName } from "../hooks/use-piece-name";
import { type PieceFields, pieceFields } from "../schema";

const toForm = ({ label, length, width, grain }: PieceDto): PieceFields => ({ label, length, width, grain });

/** A piece as it was measured again. */
export function PieceDialog({ workspace, piece, onClose }: { workspace: Workspace; piece: PieceDto; onClose: () => void }) {
  const t = useTranslations("trades.pieces");
  const titles = useTranslations("trades.pieces.titles");
  const quotes = useTranslations("trades.quotes");
  const common = useTranslations("common");
  const nameOf = usePieceName();
  const utils = trpc.useUtils();
  const form = useZodForm<PieceFields>(pieceFields, toForm(piece));
  const { register, errorOf, control, formState } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: piece,
    toForm,
    draft: ({ uid, version }) => `trades.piece.${uid}.${version}`,
    save: (values, seen) =>
      api.trades.pieces.save
        .mutate({ ...values, workspaceId: workspace.uid, uid: seen.uid, version: seen.version })
        // Also what was refused may have been because of how its quote or its job stands by now.
        .finally(() => void utils.trades.invalidate()),
    onSaved: onClose,
    onClose,
  });
  return (
    <Dialog open onClose={onClose} title={titles("edit", { name: nameOf(piece) })}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <p className="text-ink-soft">{t("editText")}</p>
        <TextField
          label={quotes("label")}
          dir="auto"
          autoComplete="off"
          maxLength={QUOTE.label}
          error={errorOf("label")}
          {...register("label")}
        />
        <div className="grid grid-cols-2 items-start gap-4">
          {(["length", "width"] as const).map((name) => (
            <DecimalControl
              key={name}
              control={control}
              name={name}
              digits={0}
              unit={quotes("mm")}
              label={quotes(name)}
              error={errorOf(name)}
            />
          ))}
        </div>
        <SelectField label={quotes("grain")} error={errorOf("grain")} {...register("grain")}>
          {GRAINS.map((grain) => (
            <option key={grain} value={grain}>
              {quotes(`grains.${grain}`)}
            </option>
          ))}
        </SelectField>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
        <DialogActions onCancel={cancel} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
