"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSession } from "@/features/account/hooks/use-session";
import { ButtonLink } from "@/ui/button";
import { Logo } from "@/ui/logo";
import { Appearance } from "./appearance";
import { LanguageMenu } from "./language-menu";

/** The header of the public pages: 64 px high, 88 on a desktop. */
export function MainHeader() {
  const t = useTranslations("shell");
  const { signedIn } = useSession();
  return (
    <header data-top-bar="" className="sticky top-0 z-30 h-header border-b border-line bg-ground/90 backdrop-blur lg:h-header-main">
      <div className="page-width flex h-full items-center gap-1 px-4 sm:px-6">
        <Link href="/" aria-label={t("homeLink")} className="me-auto rounded-box">
          <Logo />
        </Link>
        <Link
          href={signedIn ? "/dashboard/forums" : "/auth/dashboard/forums"}
          className="hidden min-h-11 items-center rounded-box px-3 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink md:flex"
        >
          {t("community")}
        </Link>
        <Link
          href="/faq"
          className="me-2 hidden min-h-11 items-center rounded-box px-3 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink md:flex"
        >
          {t("faq")}
        </Link>
        <LanguageMenu />
        <Appearance />
        {signedIn ? (
          <ButtonLink href="/dashboard" size="sm" className="ms-2 whitespace-nowrap">
            {t("toDashboard")}
          </ButtonLink>
        ) : (
          <ButtonLink href="/auth/login" look="outline" size="sm" className="ms-2 whitespace-nowrap">
            {t("logIn")}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

export function MainFooter() {
  const t = useTranslations("shell");
  const { signedIn } = useSession();
  return (
    <footer className="border-t border-line">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-6 text-sm text-ink-soft sm:px-6">
        <p>{t("footer")}</p>
        <nav aria-label={t("more")} className="flex flex-wrap gap-x-6 gap-y-2">
          <Link
            href={signedIn ? "/dashboard/forums" : "/auth/dashboard/forums"}
            className="rounded font-medium text-primary-text underline-offset-4 hover:underline"
          >
            {t("community")}
          </Link>
          <Link href="/pricing" className="rounded font-medium text-primary-text underline-offset-4 hover:underline">
            {t("pricing")}
          </Link>
          <Link href="/faq" className="rounded font-medium text-primary-text underline-offset-4 hover:underline">
            {t("faq")}
          </Link>
          <Link href="/contact" className="rounded font-medium text-primary-text underline-offset-4 hover:underline">
            {t("contact")}
          </Link>
          <Link href="/developers" className="rounded font-medium text-primary-text underline-offset-4 hover:underline">
            {t("developers")}
          </Link>
        </nav>
      </div>
    </footer>
  );
}
