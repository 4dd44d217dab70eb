"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useController } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import type { Locale } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { Button, IconButton } from "@/ui/button";
import { TranslatedField } from "@/ui/editing/translated-fields";
import { TextField } from "@/ui/field";
import { CHAPTERS_MAX, TITLE_MAX } from "../../editing/schema";
import { clockOf, secondsOf } from "../../rules";
import type { ChapterList, VideoForm } from "./video-form";

/** The chapters of a video, with their names in one language. Where they begin is the same in all. */
export function Chapters({ form, list, language }: { form: VideoForm; list: ChapterList; language: Locale }) {
  const t = useTranslations("learning.editing.chapters");
  const { fields, append, remove } = list;
  const format = useFormat();
  const adder = useRef<HTMLDivElement>(null);
  const add = () => {
    const last = form.getValues("chapters").at(-1)?.at;
    append({ at: last === undefined ? 0 : last + 30, title: EMPTY_TEXT }, { focusName: `chapters.${fields.length}.at` });
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-[0.95rem] font-semibold">{t("title")}</legend>
      <p className="text-sm text-ink-soft">{t("help")}</p>
      {fields.length > 0 ? (
        <ol className="grid gap-4">
          {fields.map(({ id }, at) => (
            <li key={id} className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-start gap-x-3">
              <TimeField form={form} at={at} />
              <TranslatedField
                language={language}
                label={t("name", { number: format.number(at + 1) })}
                maxLength={TITLE_MAX}
                error={form.errorOf(`chapters.${at}.title.${language}`)}
                {...form.register(`chapters.${at}.title.${language}`)}
              />
              <IconButton
                label={t("remove", { number: format.number(at + 1) })}
                className="mt-7.5"
                onClick={() => {
                  remove(at);
                  adder.current?.querySelector("button")?.focus();
                }}
              >
                <TrashIcon />
              </IconButton>
            </li>
          ))}
        </ol>
      ) : null}
      {fields.length < CHAPTERS_MAX ? (
        <div ref={adder}>
          <Button look="outline" size="sm" icon={<PlusIcon className="size-4" />} onClick={add}>
            {t("add")}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

/** A moment as people write it; the form holds its seconds. */
function TimeField({ form, at }: { form: VideoForm; at: number }) {
  const t = useTranslations("learning.editing.chapters");
  const { field } = useController({ control: form.control, name: `chapters.${at}.at` });
  const [text, setText] = useState("");
  // What was typed stays as it was typed, for as long as it says what the form holds.
  const known = Number.isFinite(field.value) && secondsOf(text) !== field.value;
  return (
    <TextField
      label={t("at")}
      inputMode="numeric"
      dir="ltr"
      className="tabular"
      placeholder="1:05"
      autoComplete="off"
      error={form.errorOf(`chapters.${at}.at`) && t("wrongTime")}
      {...field}
      value={known ? clockOf(field.value) : text}
      onChange={({ target }) => {
        setText(target.value);
        field.onChange(secondsOf(target.value));
      }}
    />
  );
}
