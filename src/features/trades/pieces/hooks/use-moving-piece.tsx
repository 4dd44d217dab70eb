"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { PieceState } from "@/lib/enums/trades-quotes";
import { toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { PieceReasonDialog } from "../components/piece-reason-dialog";
import type { PieceDto } from "../dto";
import { asksReason, movesOf, turnOf } from "../rules";
import { usePieceName } from "./use-piece-name";

/** Moves pieces by hand; what is worth a word is asked why. The dialog for it is to be shown. */
export function useMovingPiece(workspace: Workspace): { begin: (piece: PieceDto, to: PieceState) => void; dialog: ReactNode } {
  const t = useTranslations("trades.pieces");
  const common = useTranslations("common");
  const nameOf = usePieceName();
  const utils = trpc.useUtils();
  const mutation = trpc.trades.pieces.move.useMutation();
  // As it was seen when it was asked about: what somebody else does meanwhile is not done away with unseen.
  const [asking, setAsking] = useState<{ piece: PieceDto; to: PieceState }>();

  const send = async (piece: PieceDto, to: PieceState, reason: string): Promise<string | undefined> => {
    const { uid, version, state } = piece;
    try {
      await mutation.mutateAsync({ workspaceId: workspace.uid, uid, version, to, reason });
      notify("success", t(`done.${turnOf(state, to)}`, { name: nameOf(piece) }));
      return undefined;
    } catch (error) {
      const { code, message, issues, current } = toApiError(error);
      // Once it shows as it is now, whoever presses again means that.
      const now = code === "conflict" ? (current as PieceDto | undefined) : undefined;
      if (now && movesOf(now.state).includes(to)) setAsking((asked) => asked && { piece: now, to });
      return code === "conflict" ? t("moveConflict") : (issues[0]?.message ?? message ?? common("offline"));
    } finally {
      await utils.trades.invalidate();
    }
  };
  const begin = (piece: PieceDto, to: PieceState) => {
    if (asksReason(turnOf(piece.state, to))) return setAsking({ piece, to });
    void send(piece, to, "").then((refusal) => refusal && notify("error", refusal));
  };
  const dialog = asking ? (
    <PieceReasonDialog
      piece={asking.piece}
      turn={turnOf(asking.piece.state, asking.to)}
      onClose={() => setAsking(undefined)}
      onMove={(reason) => send(asking.piece, asking.to, reason)}
    />
  ) : null;
  return { begin, dialog };
}
