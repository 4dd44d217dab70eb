"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { z } from "zod";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { cardInput } from "../demo/schema";

type Card = z.infer<typeof cardInput>;
type Refuse = ReturnType<typeof useZodForm<Card>>["showRefusal"];

/** Stripe's own test cards, by what becomes of them. */
const TEST_CARDS = [
  { outcome: "success", number: "4242 4242 4242 4242" },
  { outcome: "declined", number: "4000 0000 0000 0002" },
  { outcome: "insufficient", number: "4000 0000 0000 9995" },
  { outcome: "secure", number: "4000 0027 6000 3184" },
  { outcome: "laterFails", number: "4000 0000 0000 0341" },
] as const;

/** Digits read from left to right in every language. */
const LTR = { dir: "ltr", className: "rtl:text-end", inputMode: "numeric" } as const;

export function DemoCardForm({
  submit,
  saving,
  busy,
  onCard,
}: {
  submit: string;
  /** The card is only kept: one that fails at its next payment can be tried. */
  saving: boolean;
  busy: boolean;
  onCard: (card: Card, refuse: Refuse) => Promise<void>;
}) {
  const t = useTranslations("subscription.demoPage");
  const form = useZodForm(cardInput, { number: "", expiry: "", cvc: "", name: "" });
  const { formState, setValue, register, errorOf } = form;
  const fill = (number: string) => {
    // Far enough away for a clock that is set forward year by year.
    const year = String((new Date().getFullYear() + 8) % 100).padStart(2, "0");
    setValue("number", number);
    setValue("expiry", `12/${year}`);
    setValue("cvc", "123");
    if (!form.getValues("name")) setValue("name", "Demo");
  };
  const field = (name: keyof Card): ComponentProps<"input"> => register(name);
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((card) => onCard(card, form.showRefusal))}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <TextField label={t("number")} autoComplete="cc-number" error={errorOf("number")} {...LTR} {...field("number")} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t("expiry")} autoComplete="cc-exp" error={errorOf("expiry")} {...LTR} {...field("expiry")} />
        <TextField label={t("cvc")} autoComplete="cc-csc" error={errorOf("cvc")} {...LTR} {...field("cvc")} />
      </div>
      <TextField label={t("name")} autoComplete="cc-name" dir="auto" error={errorOf("name")} {...field("name")} />
      <Button type="submit" size="lg" busy={formState.isSubmitting || busy}>
        {submit}
      </Button>
      <section aria-labelledby="test-cards" className="rounded-box bg-sunken p-4">
        <h2 id="test-cards" className="font-semibold">
          {t("testCards")}
        </h2>
        <ul className="mt-2 grid gap-1">
          {TEST_CARDS.filter(({ outcome }) => saving || outcome !== "laterFails").map(({ outcome, number }) => (
            <li key={outcome} className="flex flex-wrap items-center gap-x-3">
              <button
                type="button"
                aria-label={t("use", { number })}
                onClick={() => fill(number)}
                className="tabular min-h-9 rounded font-medium text-primary-text underline-offset-4 hover:underline"
              >
                <bdi dir="ltr">{number}</bdi>
              </button>
              <span className="text-sm text-ink-soft">{t(`cards.${outcome}`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </form>
  );
}
