"use client";

import { useTranslations } from "next-intl";
import { MARK_SHAPES } from "@/lib/enums/learning";
import { SelectField, TextField } from "@/ui/field";
import { drawMark } from "../../rules";
import type { UniversityForm } from "./university-form";

/** The mark that stands for a university, as it will look. */
export function MarkFields({ form: { register, errorOf, watch } }: { form: UniversityForm }) {
  const t = useTranslations("learning.editing.mark");
  const { letters, shape, hue } = watch("mark");
  const picture = `data:image/svg+xml,${encodeURIComponent(drawMark({ letters: letters.trim(), shape, hue: Number(hue) }))}`;
  return (
    <div className="flex flex-col gap-6 sm:flex-row sm:items-center">
      {/* biome-ignore lint/performance/noImgElement: a drawing of a few hundred bytes that is made here */}
      <img src={picture} alt={t("preview")} className="size-32 shrink-0 rounded-box bg-sunken object-contain p-4 dark:bg-ink/80" />
      <div className="grid grow gap-5 sm:grid-cols-2">
        <TextField
          label={t("letters")}
          error={errorOf("mark.letters")}
          maxLength={3}
          autoComplete="off"
          dir="auto"
          {...register("mark.letters")}
        />
        <SelectField label={t("shape")} error={errorOf("mark.shape")} {...register("mark.shape")}>
          {MARK_SHAPES.map((name) => (
            <option key={name} value={name}>
              {t(`shapes.${name}`)}
            </option>
          ))}
        </SelectField>
        <label className="grid gap-1.5 text-[0.95rem] font-semibold sm:col-span-2">
          {t("hue")}
          <input type="range" min={0} max={359} className="h-6 w-full accent-primary" {...register("mark.hue", { setValueAs: Number })} />
        </label>
      </div>
    </div>
  );
}
