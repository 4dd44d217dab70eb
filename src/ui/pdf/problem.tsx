"use client";

import { ExclamationTriangleIcon, LockClosedIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { z } from "zod";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/card";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";

export type Problem = "broken" | "gone" | "away";

/** Why a document did not open, by what pdf.js says of it. */
export function problemOf(error: unknown): Problem {
  const { name, message, details, status } = error as Error & { details?: string; status?: number };
  if (name === "ResponseException") return status === 403 || status === 404 || status === 410 ? "gone" : "away";
  if (name === "InvalidPDFException") return "broken";
  // Browsers have different words for a request that came to nothing, and pdf.js hands on no more than them.
  return !navigator.onLine || /fetch|network|load failed|timed? ?out/i.test(`${message} ${details ?? ""}`) ? "away" : "broken";
}

export function ProblemNotice({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const t = useTranslations("documents.viewer.problems");
  const common = useTranslations("common");
  return (
    <Notice tone="danger" icon={<ExclamationTriangleIcon />} title={t(`${problem}.title`)} text={t(`${problem}.text`)}>
      <Button onClick={onRetry}>{common("retry")}</Button>
    </Notice>
  );
}

const SCHEMA = z.object({ password: z.string().min(1) });

/** Asks for the password of an encrypted document, which is opened here and not on the server. */
export function PasswordForm({ wrong, onPassword }: { wrong: boolean; onPassword: (password: string) => void }) {
  const t = useTranslations("documents.viewer.password");
  const form = useZodForm(SCHEMA, { password: "" });
  const { setFocus } = form;
  useEffect(() => {
    if (wrong) setFocus("password");
  }, [wrong, setFocus]);
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ password }) => onPassword(password))}
      className="grid w-full max-w-md gap-5 rounded-box border border-line bg-surface p-6 shadow-card"
    >
      <div>
        <span className="mb-4 grid size-14 place-items-center rounded-full bg-primary-soft text-primary-text [&_svg]:size-7">
          <LockClosedIcon />
        </span>
        <h2 className="text-lg font-semibold">{t("title")}</h2>
        <p className="mt-2 text-ink-soft">{t("text")}</p>
      </div>
      <TextField
        label={t("label")}
        type="password"
        autoComplete="off"
        error={form.errorOf("password") ?? (wrong ? t("wrong") : undefined)}
        {...form.register("password")}
      />
      <Button type="submit" className="justify-self-start">
        {t("open")}
      </Button>
    </form>
  );
}
