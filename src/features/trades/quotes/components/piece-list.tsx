"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { NamedPiece } from "@/lib/pricing/pieces";

/** What is made, piece by piece: its size, what it is made of, its edges and its cut-outs. */
export function PieceList({ pieces }: { pieces: readonly NamedPiece[] }) {
  const t = useTranslations("trades.document.pieces");
  const units = useTranslations("trades.document.units");
  const plans = useTranslations("trades.plans");
  const format = useFormat();
  return (
    <ol className="divide-y divide-line">
      {pieces.map((piece, at) => {
        const cutouts = piece.cutouts.map(({ text, count }) =>
          count > 1 ? `${text} ${units("piece", { count: format.number(count) })}` : text,
        );
        const made = [piece.material, ...piece.edges.map(({ side, text }) => t(`sides.${side}`, { text })), ...cutouts].filter(Boolean);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces may be alike, and never move
          <li key={at} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <bdi>{piece.label || t("unnamed", { number: format.number(at + 1) })}</bdi>
              </p>
              {made.length > 0 ? <p className="text-sm wrap-anywhere text-ink-soft">{format.list(made)}</p> : null}
            </div>
            <p className="text-end">
              <bdi className="tabular">{plans("size", { length: format.number(piece.length), width: format.number(piece.width) })}</bdi>
              {piece.count > 1 ? <span className="block text-sm text-ink-soft">{t("count", { count: piece.count })}</span> : null}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
