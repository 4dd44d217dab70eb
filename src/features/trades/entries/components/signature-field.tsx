"use client";

import { useTranslations } from "next-intl";
import { type PointerEvent, useId, useRef, useState } from "react";
import { type FormAnswer, SIGNATURE, strokePath } from "@/lib/form-definitions";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkboxes";
import { TextField } from "@/ui/field";
import { passFocusOn } from "@/ui/pass-focus-on";
import { ANSWER, lackingOf, MOST_POINTS, MOST_STROKES } from "../rules";

type Signature = Extract<FormAnswer, { kind: "signature" }>;
type Stroke = Signature["strokes"][number];

const NONE: Signature = { kind: "signature", name: "", confirmed: false, strokes: [] };
/** Points nearer to each other than this, in the signature's own measure, look the same. */
const STEP = 5;

interface SignatureFieldProps {
  answer: Signature | undefined;
  onAnswer: (answer: Signature | null) => void;
  /** Said at what is lacking, for as long as something is. */
  error?: string | undefined;
  /** "name" where whoever signs does so on a device of their own. */
  autoComplete?: "name" | "off";
}

/** A name, and either a drawn signature or the word that the name stands for it: not everybody can draw. */
export function SignatureField({ answer = NONE, onAnswer, error, autoComplete = "off" }: SignatureFieldProps) {
  const t = useTranslations("trades.entries.signature");
  const errorId = useId();
  const lacking = error ? lackingOf(answer) : null;
  const change = (part: Partial<Signature>) => {
    const next = { ...answer, ...part };
    onAnswer(next.name === "" && !next.confirmed && next.strokes.length === 0 ? null : next);
  };
  return (
    <div className="grid gap-3">
      <TextField
        label={t("name")}
        dir="auto"
        autoComplete={autoComplete}
        maxLength={ANSWER.name}
        error={lacking === "name" ? error : undefined}
        value={answer.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Pad strokes={answer.strokes} onStrokes={(strokes) => change({ strokes })} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox
          label={t("confirm")}
          aria-invalid={lacking === "strokes" || undefined}
          aria-describedby={lacking === "strokes" ? errorId : undefined}
          checked={answer.confirmed}
          onChange={({ target }) => change({ confirmed: target.checked })}
        />
        {answer.strokes.length > 0 ? (
          <Button ref={passFocusOn} look="outline" onClick={() => change({ strokes: [] })}>
            {t("clear")}
          </Button>
        ) : null}
      </div>
      {lacking === "strokes" ? (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Takes strokes of a finger, a pen or a mouse. */
function Pad({ strokes, onStrokes }: { strokes: Stroke[]; onStrokes: (strokes: Stroke[]) => void }) {
  const t = useTranslations("trades.entries.signature");
  const [drawn, setDrawn] = useState<Stroke>();
  // Events come faster than the page is drawn.
  const now = useRef<Stroke>(undefined);
  const full = strokes.length >= MOST_STROKES || strokes.flat().length >= MOST_POINTS;
  const at = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    const within = (share: number, size: number) => Math.round(Math.min(1, Math.max(0, share)) * size);
    return [within((clientX - box.left) / box.width, SIGNATURE.width), within((clientY - box.top) / box.height, SIGNATURE.height)];
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (full || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    now.current = [at(event)];
    setDrawn(now.current);
  };
  const go = (event: PointerEvent<SVGSVGElement>) => {
    const stroke = now.current;
    const last = stroke?.at(-1);
    if (!stroke || !last) return;
    const next = at(event);
    if (Math.hypot(next[0] - last[0], next[1] - last[1]) < STEP) return;
    now.current = [...stroke, next];
    setDrawn(now.current);
  };
  const end = () => {
    const stroke = now.current;
    now.current = undefined;
    setDrawn(undefined);
    const room = MOST_POINTS - strokes.flat().length;
    if (stroke && room > 0) onStrokes([...strokes, stroke.slice(0, room)]);
  };
  return (
    <svg
      role="img"
      aria-label={t(strokes.length > 0 ? "signed" : "unsigned")}
      viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
      className="block aspect-[5/2] w-full max-w-xl touch-none rounded-box border border-line-strong/70 bg-surface text-ink"
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <path d={`M60 ${SIGNATURE.height - 80}H${SIGNATURE.width - 60}`} className="stroke-line" strokeWidth={3} strokeDasharray="12 10" />
      <Strokes strokes={drawn ? [...strokes, drawn] : strokes} />
    </svg>
  );
}

const Strokes = ({ strokes }: { strokes: Stroke[] }) => (
  <path
    d={strokes.map(strokePath).join("")}
    fill="none"
    stroke="currentColor"
    strokeWidth={6}
    strokeLinecap="round"
    strokeLinejoin="round"
  />
);

/** A signature that was given. */
export function SignatureView({ signature: { name, strokes } }: { signature: Signature }) {
  const t = useTranslations("trades.entries");
  return (
    <div>
      {strokes.length > 0 ? (
        <svg
          role="img"
          aria-label={t("signature.signed")}
          viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
          className="mb-1 block aspect-[5/2] w-full max-w-xs rounded-box border border-line bg-surface text-ink"
        >
          <Strokes strokes={strokes} />
        </svg>
      ) : null}
      <p className="wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      {strokes.length === 0 ? <p className="text-sm text-ink-soft">{t("document.typed")}</p> : null}
    </div>
  );
}
