"use client";

import { useTranslations } from "next-intl";
import type { PieceTurn } from "@/lib/enums/trades-quotes";
import { WhyDialog } from "../../components/why-dialog";
import type { PieceDto } from "../dto";
import { usePieceName } from "../hooks/use-piece-name";

interface PieceReasonDialogProps {
  piece: PieceDto;
  turn: PieceTurn;
  onClose: () => void;
  /** Gives what stood in the way. */
  onMove: (reason: string) => Promise<string | undefined>;
}

/** Why a piece is not made, or made once more. */
export function PieceReasonDialog({ piece, turn, onClose, onMove }: PieceReasonDialogProps) {
  const t = useTranslations("trades.pieces");
  const titles = useTranslations("trades.pieces.titles");
  const texts = useTranslations("trades.pieces.texts");
  const nameOf = usePieceName();
  const which = turn === "drop" ? "drop" : "recut";
  return (
    <WhyDialog
      draft={`trades.pieceTurn.${piece.uid}.${turn}`}
      title={titles(which, { name: nameOf(piece) })}
      lead={<p className="text-ink-soft">{texts(which)}</p>}
      why={{ label: t("reason"), help: t("reasonHelp"), required: true }}
      act={t(`acts.${turn}`)}
      look={turn === "drop" ? "danger" : "primary"}
      onClose={onClose}
      onMove={onMove}
    />
  );
}
