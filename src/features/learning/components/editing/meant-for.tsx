"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { RATING_SCALES } from "@/lib/enums";
import { trpc } from "@/trpc/client";
import type { VideoForm } from "./video-form";

/** Whom a video helps with what. */
export function MeantFor({ form }: { form: VideoForm }) {
  const t = useTranslations("learning.editing.video");
  const scale = useTranslations("practice.rating.scale");
  const categories = trpc.practice.categories.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <>
      <Checkboxes label={t("scales")} help={t("scalesHelp")}>
        {RATING_SCALES.map((name) => (
          <Checkbox key={name} label={scale(name)} value={name} {...form.register("scales")} />
        ))}
      </Checkboxes>
      {categories.data ? (
        <Checkboxes label={t("categories")} help={t("categoriesHelp")}>
          {categories.data.data.map(({ uid, name }) => (
            <Checkbox key={uid} label={name} value={uid} {...form.register("categories")} />
          ))}
        </Checkboxes>
      ) : null}
    </>
  );
}

function Checkboxes({ label, help, children }: { label: string; help: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="text-[0.95rem] font-semibold">{label}</legend>
      <p className="mb-2 text-sm text-ink-soft">{help}</p>
      <div className="grid gap-x-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
    </fieldset>
  );
}

function Checkbox({ label, ...rest }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="flex min-h-11 items-center gap-3 font-medium">
      <input type="checkbox" className="size-5 shrink-0 accent-primary" {...rest} />
      {label}
    </label>
  );
}
