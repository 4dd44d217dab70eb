"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { GRAINS } from "@/lib/cutting/types";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
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
  const form = useZodForm<PieceFields>(pieceFields as never, toForm(piece));
  const { register, errorOf, control, formState } = form;
  // As it was seen when the form was opened: what somebody else does meanwhile must not be overwritten unseen.
  const [seen, setSeen] = useState(piece);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `trades.piece.${piece.uid}.${seen.version}`);
  // A press beside the dialog costs nobody what they typed: it is given up by Cancel alone.
  const cancel = () => {
    form.reset();
    onClose();
  };
  const submit = form.handleSubmit(async (values) => {
    setOvertaken(false);
    try {
      const { uid, version } = seen;
      const { data } = await api.trades.pieces.save.mutate({ ...values, workspaceId: workspace.uid, uid, version });
      form.reset(toForm(data));
      notify("success", common("saved"));
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      const current = refusal.current as PieceDto;
      setSeen(current);
      form.overtake(toForm(current));
    } finally {
      void utils.trades.invalidate();
    }
  });
  return (
    <Dialog open onClose={onClose} title={titles("edit", { name: nameOf(piece) })} closeLabel={common("close")}>
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
