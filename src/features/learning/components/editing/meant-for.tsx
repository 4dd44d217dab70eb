"use client";

import { useTranslations } from "next-intl";
import { RATING_SCALES } from "@/lib/enums/practice";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Checkbox, Checkboxes } from "@/ui/checkboxes";
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
      {isMissing(categories) ? <LoadFailed query={categories} /> : null}
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
