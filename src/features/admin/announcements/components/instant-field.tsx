"use client";

import { useState } from "react";
import { TextField } from "@/ui/field";

/** What a field of the browser's holds where it is an instant: a year that is still being typed may have five digits. */
const READABLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** An instant as such a field writes it, in the reader's own time; and back. What is none stays as it is, so that it is refused and not left out. */
const toField = (iso: string): string => {
  const at = new Date(iso);
  const offset = at.getTimezoneOffset() * 60_000;
  return Number.isNaN(offset) ? iso : new Date(at.getTime() - offset).toISOString().slice(0, 16);
};
const fromField = (text: string): string => (READABLE.test(text) ? new Date(text).toISOString() : text);

interface InstantFieldProps {
  label: string;
  help?: string;
  error: string | undefined;
  /** As ISO 8601 has it; empty for none. */
  value: string;
  onChange: (iso: string) => void;
}

/** A date and a time by the reader's own clocks. What is typed stays as it was typed: on the way there it may be none, or one long ago. */
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
