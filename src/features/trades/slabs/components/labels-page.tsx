"use client";

import { PrinterIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { Joined } from "@/ui/joined";
import { PartMissing } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import { Code, type DrawCode, useCodes } from "../../components/codes";
import type { Workspace } from "../../components/workspace-frame";
import { slabHref, stockHref } from "../../hrefs";
import { StockFrame } from "../../stock/components/stock-frame";
import { useSizes } from "../hooks/use-sizes";
import { MOST_LABELS } from "../rules";

type LabelFacts = RouterOutputs["trades"]["slabs"]["labels"]["data"][number];
/** Labels of slabs, one on a page of a label printer: scanned, each opens its slab. */
export function LabelsPage() {
  return <StockFrame page="slabs">{(workspace) => <Labels workspace={workspace} />}</StockFrame>;
}

function Labels({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.slabs");
  const named = (useSearchParams().get("slabs") ?? "").split(",").filter(Boolean);
  const uids = [...new Set(named)].slice(0, MOST_LABELS);
  const query = trpc.trades.slabs.labels.useQuery({ workspaceId: workspace.uid, uids });
  const draw = useCodes();
  const back = uids.length === 1 ? slabHref(workspace.uid, uids[0]) : stockHref(workspace.uid);
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={stockHref(workspace.uid)} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (draw === null) return <PartMissing />;
  if (!query.data || !draw) return <LoadingList />;
  return (
    <>
      <div>
        <BackLink href={back} text={t("back")} />
        <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
          <div>
            <h2 className="text-xl font-bold">{t("labels")}</h2>
            <p className="mt-1 max-w-prose text-ink-soft">{t("labelsLead")}</p>
          </div>
          <Button icon={<PrinterIcon className="size-5" />} onClick={() => window.print()}>
            {t("print")}
          </Button>
        </div>
      </div>
      <ul className="flex flex-wrap gap-4">
        {query.data.data.map((label) => (
          <Label key={label.uid} label={label} draw={draw.code} />
        ))}
      </ul>
    </>
  );
}

/** Dark on white in every mode: printers and cameras want it so. */
function Label({ label, draw }: { label: LabelFacts; draw: DrawCode }) {
  const t = useTranslations("trades.slabs");
  const { size } = useSizes();
  const { serial, material, finish, bin, batch, remnant, address } = label;
  return (
    <li className="slab-label flex max-w-full gap-[3mm] overflow-hidden rounded-box border border-line bg-white p-[3mm] text-black">
      <Code modules={draw(address)} name={t("codeOf", { serial })} className="size-[40mm] self-center" />
      <div className="flex min-w-0 flex-1 flex-col gap-[1mm]">
        <p className="text-[7mm]/[1.1] font-bold wrap-anywhere">
          <bdi>{serial}</bdi>
        </p>
        <p className="line-clamp-2 text-[4mm]/[1.2] font-semibold wrap-anywhere">
          <Joined>
            {material.name}
            {finish}
          </Joined>
        </p>
        <p className="text-[3.6mm]/[1.2] tabular">{size(label)}</p>
        <p className="mt-auto flex flex-wrap items-baseline gap-x-[3mm] text-[3.6mm]/[1.2]">
          {bin ? <bdi className="text-[5mm] font-bold wrap-anywhere">{bin}</bdi> : null}
          {batch ? <bdi className="wrap-anywhere">{batch}</bdi> : null}
          {remnant ? <span>{t("kinds.remnant")}</span> : null}
        </p>
      </div>
    </li>
  );
}
