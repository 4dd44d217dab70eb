"use client";

import { useState } from "react";
import { TextField } from "@/ui/field";

/** An instant as a field of the browser's writes it, in the reader's own time; and back, where it is one. */
const toField = (iso: string): string => {
  if (iso === "") return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
/** A year that is still being typed may have five digits. */
const fromField = (text: string): string => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? new Date(text).toISOString() : "");

interface InstantFieldProps {
  label: string;
  help?: string;
  error: string | undefined;
  /** As ISO 8601 has it; empty for none. */
  value: string;
  onChange: (iso: string) => void;
}

/** A date and a time by the reader's own clocks. What is typed stays as it was typed: on the way there it may be none yet, or one long ago. */
export function InstantField({ value, onChange, ...field }: InstantFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      {...field}
      type="datetime-local"
      value={typed !== undefined && fromField(typed) === value ? typed : toField(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(fromField(target.value));
      }}
    />
  );
}
