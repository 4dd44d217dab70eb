"use client";

import { MagnifyingGlassIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { useAddress } from "@/ui/use-address";

/** Stands where a list of content has no rows. @param filters names in the address that leave something out, beside the search */
export function NothingFits({ filters = [] }: { filters?: string[] }) {
  const t = useTranslations("editing");
  const { params, href } = useAddress();
  const names = ["search", ...filters];
  const narrowed = params.has("page") || names.some((name) => params.has(name));
  return (
    <Notice icon={<MagnifyingGlassIcon />} title={t(narrowed ? "none" : "nothing")}>
      {narrowed ? (
        <ButtonLink href={href(Object.fromEntries(names.map((name) => [name, undefined])))} look="outline">
          {t("showAll")}
        </ButtonLink>
      ) : null}
    </Notice>
  );
}
