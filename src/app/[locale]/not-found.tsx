import { MapIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { PublicFrame } from "@/app/shell/public-frame";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";

export default function NotFound() {
  const t = useTranslations("notFound");
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
