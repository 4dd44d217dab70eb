import { MapIcon } from "@heroicons/react/24/outline";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PublicFrame } from "@/app/shell/public-frame";
import { type PageProps, staticLocale } from "@/app/static-page";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "notFound" });
  return { title: t("title"), robots: { index: false } };
}

/** What every address that is none shows (next.config.mjs); the server in front makes it a 404. */
export default async function Page(props: PageProps) {
  const t = await getTranslations({ locale: await staticLocale(props), namespace: "notFound" });
  return (
    <PublicFrame>
      <Notice level={1} icon={<MapIcon />} title={t("title")} text={t("text")}>
        <ButtonLink href="/dashboard">{t("dashboard")}</ButtonLink>
        <ButtonLink href="/" look="outline">
          {t("start")}
        </ButtonLink>
      </Notice>
    </PublicFrame>
  );
}
