"use client";

import { MagnifyingGlassIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type Ref, useEffect, useRef, useState } from "react";
import { IconButton } from "@/ui/button";
import { TextField } from "@/ui/field";

/** While somebody types, it waits this long for the next letter. */
const PAUSE_MS = 300;
/** Lists take no more. */
const MAX_LENGTH = 100;

interface SearchFieldProps {
  label: string;
  /** What is searched for now. */
  value: string;
  onSearch: (search: string) => void;
  /** Where it is typed. */
  field?: Ref<HTMLInputElement>;
}

export function SearchField({ label, value, onSearch, field }: SearchFieldProps) {
  const t = useTranslations("common");
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  // Changed by a link or by going back, not here.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const ask = (next: string) => {
    clearTimeout(waiting.current);
    if (next === asked.current) return;
    asked.current = next;
    onSearch(next);
  };
  return (
    <search className="block max-w-md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(text.trim());
        }}
      >
        <TextField
          ref={field}
          label={label}
          type="search"
          maxLength={MAX_LENGTH}
          autoComplete="off"
          className="[&::-webkit-search-cancel-button]:hidden"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            clearTimeout(waiting.current);
            waiting.current = setTimeout(ask, PAUSE_MS, target.value.trim());
          }}
          trailing={
            <IconButton type="submit" label={t("search")}>
              <MagnifyingGlassIcon />
            </IconButton>
          }
        />
      </form>
    </search>
  );
}
