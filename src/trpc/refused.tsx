"use client";

import { LockClosedIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { Notice } from "@/ui/card";
import { toApiError } from "./client";
import { LoadFailed } from "./load-failed";

/**
 * Stands where administrators would work. Who may is the server's to say.
 * @param title who may, where not every administrator may
 * @param level 1 where it is all that the page holds
 */
export function Refused({
  query,
  title,
  level = 1,
}: {
  query: { error: unknown; refetch: () => unknown };
  title?: string | undefined;
  level?: 1 | 2;
}) {
  const t = useTranslations("admin");
  if (toApiError(query.error).code !== "forbidden") return <LoadFailed query={query} />;
  return <Notice level={level} icon={<LockClosedIcon />} title={title ?? t("noPermission")} />;
}
