"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PieceTurn } from "@/lib/enums/trades-quotes";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { JOB } from "../../jobs/rules";
import type { PieceDto } from "../dto";
import { usePieceName } from "../hooks/use-piece-name";

interface PieceReasonDialogProps {
  piece: PieceDto;
  turn: PieceTurn;
  onClose: () => void;
  /** Gives what stood in the way. */
  onMove: (reason: string) => Promise<string | undefined>;
}

/** Why a piece is not made, or made once more: it stands in the job's time line. */
export function PieceReasonDialog({ piece, turn, onClose, onMove }: PieceReasonDialogProps) {
  const t = useTranslations("trades.pieces");
  const titles = useTranslations("trades.pieces.titles");
  const texts = useTranslations("trades.pieces.texts");
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const nameOf = usePieceName();
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [missing, setMissing] = useState(false);
  const submit = async () => {
    const typed = reason.trim();
    setMissing(typed === "");
    if (typed === "") return;
    setBusy(true);
    setProblem(await onMove(typed));
    setBusy(false);
  };
  const which = turn === "drop" ? "drop" : "recut";
  return (
    <Dialog open onClose={onClose} title={titles(which, { name: nameOf(piece) })} closeLabel={common("close")}>
      <form
        noValidate
        className="grid gap-5 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="text-ink-soft">{texts(which)}</p>
        <TextArea
          label={t("reason")}
          help={t("reasonHelp")}
          maxLength={JOB.reason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={missing ? validation("required") : undefined}
        />
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <DialogActions onCancel={onClose} look={turn === "drop" ? "danger" : "primary"} type="submit" busy={busy}>
          {t(`acts.${turn}`)}
        </DialogActions>
      </form>
    </Dialog>
  );
}
