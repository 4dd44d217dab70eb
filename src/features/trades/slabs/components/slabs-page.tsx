"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/ui/button";
import { slabHref } from "../../hrefs";
import { manages } from "../../rules";
import { StockFrame } from "../../stock/components/stock-frame";
import { SlabTable } from "./slab-table";

/** A shop's slabs and what was left of them. */
export function SlabsPage() {
  const t = useTranslations("trades.slabs");
  return (
    <StockFrame page="slabs">
      {(workspace) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-lg font-semibold">{t("title")}</h2>
            {manages(workspace.role) ? (
              <ButtonLink href={slabHref(workspace.uid)} icon={<PlusIcon className="size-5" />}>
                {t("new")}
              </ButtonLink>
            ) : null}
          </div>
          <SlabTable workspace={workspace} />
        </>
      )}
    </StockFrame>
  );
}
