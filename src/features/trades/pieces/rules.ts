import { PIECE_STATES, type PieceState, type PieceTurn } from "@/lib/enums/trades-quotes";
import { lifecycle } from "@/lib/lifecycle";

/** Who moves a piece: somebody who manages the workspace, or a cut plan that is for it (and nobody by hand while one holds it). */
export type PieceMover = "manager" | "plan";

/** What was cut may break, and what was dropped be wanted after all: nothing that becomes of a piece is its end. */
export const pieceSteps = lifecycle<PieceState, PieceMover>(PIECE_STATES, [
  { from: "waiting", to: "planned", by: "plan" },
  { from: "planned", to: "waiting", by: "plan" },
  { from: "planned", to: "cut", by: "plan" },
  { from: "waiting", to: "dropped", by: "manager" },
  { from: "dropped", to: "waiting", by: "manager" },
  { from: "cut", to: "waiting", by: "manager" },
]);

/** Where somebody who manages the workspace can move a piece by hand, in the order of the states. */
export const movesOf = (state: PieceState): PieceState[] => PIECE_STATES.filter((to) => pieceSteps.can(state, to, "manager"));

/** A plan that holds a piece was worked out with its size, and what was cut or dropped is as it was. */
export const mayEdit = (state: PieceState): boolean => state === "waiting";

/** What it is called to move a piece by hand. */
export const turnOf = (from: PieceState, to: PieceState): PieceTurn => {
  if (to === "dropped") return "drop";
  return from === "cut" ? "recut" : "restore";
};

/** What is not made, or made once more at the shop's cost, is worth a word. */
export const asksReason = (turn: PieceTurn): boolean => turn !== "restore";
