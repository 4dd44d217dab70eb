"use client";

import { useTranslations } from "next-intl";
import { type Locale, localeDirection, localeTag } from "@/lib/locales";

interface QuestionPreviewProps {
  language: Locale;
  text: string;
  points: string[];
  readingTime: number;
  answerTime: number;
}

/** A question as candidates meet it: what they are asked, how long they have, and what a good answer shows. */
export function QuestionPreview({ language, text, points, readingTime, answerTime }: QuestionPreviewProps) {
  const t = useTranslations("practice.editing");
  if (!text.trim()) return null;
  return (
    <div className="self-start rounded-box bg-sunken p-4">
      <p className="mb-2 text-sm font-semibold text-ink-soft">{t("preview")}</p>
      <div lang={localeTag(language)} dir={localeDirection(language)}>
        <p className="text-lg font-semibold break-words">{text}</p>
        <ul className="mt-3 grid list-disc gap-1.5 ps-5 text-ink-soft marker:text-primary-text">
          {[...new Set(points)].map((point) => (
            <li key={point} className="break-words">
              {point}
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-3 text-sm text-ink-soft">{t("minutes", { reading: readingTime || 0, answer: answerTime || 0 })}</p>
    </div>
  );
}
