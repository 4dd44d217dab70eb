import clsx from "clsx";
import { useTranslations } from "next-intl";

/** That a message was changed; it leads to its earlier wordings whoever may read those. */
export function EditedMark({ reads, onOpen, className }: { reads: boolean; onOpen: () => void; className?: string }) {
  const t = useTranslations("forum.post");
  return reads ? (
    <button type="button" onClick={onOpen} className={clsx("rounded underline-offset-4 hover:underline", className)}>
      {t("edited")}
    </button>
  ) : (
    <span className={className}>{t("edited")}</span>
  );
}
