"use client";

import type { ComponentProps } from "react";
import { Checkbox } from "@/ui/checkboxes";

type Box = Omit<ComponentProps<typeof Checkbox>, "label">;

interface UsualFieldsProps {
  /** As it stands there; null for a new one. */
  known: { usual: boolean } | null;
  usual: Box;
  retired: Box;
  error: string | undefined;
  /** @param stays says how another one becomes the usual one */
  words: { usual: string; retired: string; stays: string };
}

/** Whether one of several is the usual one, and whether it is out of use. There is always a usual one: it stays so until another is. */
export function UsualFields({ known, usual, retired, error, words }: UsualFieldsProps) {
  if (known?.usual) return <p className="text-sm text-ink-soft">{words.stays}</p>;
  return (
    <div>
      <Checkbox label={words.usual} {...usual} />
      {known ? <Checkbox label={words.retired} {...retired} /> : null}
      {error ? (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
