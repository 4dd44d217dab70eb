"use client";

import { ArrowRightIcon, LockClosedIcon, ShieldCheckIcon, StarIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useSession } from "@/features/account/hooks/use-session";
import { useFormat } from "@/i18n/use-format";
import { ButtonLink } from "@/ui/button";
import { PracticeIllustration } from "./practice-illustration";

const REASONS = [
  { key: "speak", Icon: StarIcon },
  { key: "safe", Icon: ShieldCheckIcon },
  { key: "yours", Icon: LockClosedIcon },
] as const;

const STEPS = ["choose", "record", "improve"] as const;

export function Landing() {
  const t = useTranslations("landing");
  const format = useFormat();
  const { signedIn } = useSession();
  return (
    <div className="grid gap-16 lg:gap-24">
      <section className="grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
        <div>
          <h1 className="text-4xl font-bold tracking-tight text-balance sm:text-5xl lg:text-[3.4rem] lg:leading-[1.1]">{t("title")}</h1>
          <p className="mt-5 max-w-xl text-lg text-ink-soft">{t("lead")}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink
              href={signedIn ? "/dashboard/practice" : "/auth/register"}
              size="lg"
              className="flex-row-reverse"
              icon={<ArrowRightIcon className="size-5 rtl:-scale-x-100" />}
            >
              {t(signedIn ? "continue" : "begin")}
            </ButtonLink>
            {signedIn ? null : (
              <ButtonLink href="/auth/login" size="lg" look="outline">
                {t("logIn")}
              </ButtonLink>
            )}
          </div>
          <p className="mt-4 text-sm text-ink-soft">{t("bank")}</p>
        </div>
        <PracticeIllustration
          question={t("sampleQuestion")}
          category={t("sampleCategory")}
          point={t("samplePoint")}
          time={format.clock(76_000)}
        />
      </section>
      <section aria-labelledby="steps">
        <h2 id="steps" className="text-2xl font-bold">
          {t("stepsTitle")}
        </h2>
        <ol className="mt-6 grid gap-6 md:grid-cols-3">
          {STEPS.map((step, at) => (
            <li key={step} className="border-t-2 border-primary pt-4">
              <span className="tabular text-sm font-semibold text-primary-text" aria-hidden="true">
                {format.number(at + 1)}
              </span>
              <h3 className="mt-1 text-lg font-semibold">{t(`steps.${step}.title`)}</h3>
              <p className="mt-1.5 text-ink-soft">{t(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="reasons" className="rounded-box bg-primary-soft p-6 sm:p-10">
        <h2 id="reasons" className="text-2xl font-bold">
          {t("reasonsTitle")}
        </h2>
        <ul className="mt-6 grid gap-8 md:grid-cols-3">
          {REASONS.map(({ key, Icon }) => (
            <li key={key}>
              <Icon className="size-7 text-primary-text" />
              <h3 className="mt-3 font-semibold">{t(`reasons.${key}.title`)}</h3>
              <p className="mt-1.5 text-ink">{t(`reasons.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
