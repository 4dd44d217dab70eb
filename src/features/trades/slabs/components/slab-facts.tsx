"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import { slabHref } from "../../hrefs";
import { useSizes } from "../hooks/use-sizes";
import { DefectList } from "./defect-list";
import { SlabDrawing } from "./slab-drawing";
import type { Slab } from "./slab-page";

/** What is known of a slab, and how it looks. */
export function SlabFacts({ workspace, slab }: { workspace: Workspace; slab: Slab }) {
  const t = useTranslations("trades.slabs");
  const materials = useTranslations("trades.materials");
  const format = useFormat();
  const { size, area } = useSizes();
  const { material, bin, supplier, batch, notes, parent, cost, defects } = slab;
  return (
    <Section title={t("details")}>
      <div className="grid gap-6">
        <SlabDrawing length={slab.length} width={slab.width} defects={defects} />
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <Fact name={t("material")}>{format.joined([material.name, materials(`categories.${material.category}`)])}</Fact>
          <Fact name={t("sizeTitle")}>{format.joined([size(slab), area(slab)])}</Fact>
          <Fact name={t("bin")}>{bin ? <bdi>{bin}</bdi> : t("noBin")}</Fact>
          {batch ? (
            <Fact name={t("batch")}>
              <bdi>{batch}</bdi>
            </Fact>
          ) : null}
          {supplier ? (
            <Fact name={t("supplier")}>
              <bdi>{supplier}</bdi>
            </Fact>
          ) : null}
          {cost === undefined ? null : <Fact name={t("cost")}>{format.money(cost, workspace.currency)}</Fact>}
          {parent ? (
            <Fact name={t("parent")}>
              <Link
                href={slabHref(workspace.uid, parent.uid)}
                className="rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
              >
                <bdi>{parent.serial}</bdi>
              </Link>
            </Fact>
          ) : null}
        </dl>
        {notes ? (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {notes}
          </p>
        ) : null}
        <div>
          <h3 className="mb-3 font-semibold">{t("defects")}</h3>
          <DefectList defects={defects} />
        </div>
      </div>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
