"use client";

import { ChevronDownIcon, ChevronUpIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type Ref, useEffect, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { IconButton } from "@/ui/button";
import { isComposing } from "@/ui/editing/enter";

/** While somebody types, it waits this long for the next letter. */
const PAUSE_MS = 250;
const MAX_LENGTH = 200;

interface SearchBarProps {
  field: Ref<HTMLInputElement>;
  query: string;
  total: number;
  /** Which of them is marked, counted from 0; -1 for none. */
  index: number;
  done: boolean;
  hasText: boolean;
  onQuery: (query: string) => void;
  onStep: (direction: 1 | -1) => void;
  onClose: () => void;
}

export function SearchBar({ field, query, total, index, done, hasText, onQuery, onStep, onClose }: SearchBarProps) {
  const t = useTranslations("documents.viewer");
  const format = useFormat();
  const [text, setText] = useState(query);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const said = () => {
    if (query.trim() === "") return "";
    if (total > 0) return t("hit", { at: format.number(index + 1), total: format.number(total) });
    if (!done) return t("searching");
    return hasText ? t("noHit") : t("noText");
  };
  return (
    <search className="flex flex-wrap items-center gap-x-1 gap-y-1 border-b border-line bg-surface px-2 py-1.5">
      <input
        ref={field}
        type="search"
        dir="auto"
        aria-label={t("search")}
        placeholder={t("search")}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        className="h-10 min-w-24 grow basis-24 rounded-box border border-line-strong/70 bg-surface px-3 placeholder:text-ink-soft/80 hover:border-line-strong sm:max-w-80 [&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(waiting.current);
          waiting.current = setTimeout(onQuery, PAUSE_MS, target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposing(event)) return;
          event.preventDefault();
          clearTimeout(waiting.current);
          if (text === query) onStep(event.shiftKey ? -1 : 1);
          else onQuery(text);
        }}
      />
      <p role="status" aria-busy={!done} className="min-w-14 px-1 text-sm text-ink-soft tabular">
        {said()}
      </p>
      <div className="ms-auto flex items-center sm:ms-0">
        <IconButton
          label={t("previousHit")}
          className="disabled:opacity-45 max-sm:size-9"
          disabled={total === 0}
          onClick={() => onStep(-1)}
        >
          <ChevronUpIcon />
        </IconButton>
        <IconButton label={t("nextHit")} className="disabled:opacity-45 max-sm:size-9" disabled={total === 0} onClick={() => onStep(1)}>
          <ChevronDownIcon />
        </IconButton>
        <IconButton label={t("closeSearch")} className="max-sm:size-9" onClick={onClose}>
          <XMarkIcon />
        </IconButton>
      </div>
    </search>
  );
}
