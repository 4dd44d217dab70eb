"use client";

import { MagnifyingGlassIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { IconButton } from "@/ui/button";
import { TextField } from "@/ui/field";
import { useTypedFilter } from "@/ui/use-typed-filter";

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
  const { text, type, ask } = useTypedFilter(value, onSearch);
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
          onChange={({ target }) => type(target.value, target.value.trim())}
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
