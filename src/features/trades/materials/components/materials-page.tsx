"use client";

import { PencilSquareIcon, PlusIcon, Squares2X2Icon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, IconButton } from "@/ui/button";
import { Badge, Notice } from "@/ui/card";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Row } from "@/ui/editing/parts";
import { SearchField } from "@/ui/search-field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import type { Workspace } from "../../components/workspace-frame";
import { manages } from "../../rules";
import { useSizes } from "../../slabs/hooks/use-sizes";
import { StockFrame } from "../../stock/components/stock-frame";
import { fits } from "../rules";
import { MaterialDialog } from "./material-dialog";

export type Materials = RouterOutputs["trades"]["materials"]["list"]["data"];
export type Material = Materials["materials"][number];

export function MaterialsPage() {
  return <StockFrame page="materials">{(workspace) => <MaterialList workspace={workspace} />}</StockFrame>;
}

/** What slabs are of: no shop has so many that they would need pages. */
function MaterialList({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.materials");
  const { search, replace } = useAddress();
  const query = trpc.trades.materials.list.useQuery({ workspaceId: workspace.uid });
  const [asked, setAsked] = useState<{ material: Material | null }>();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const { materials, banned } = query.data.data;
  const shown = search ? materials.filter((material) => fits(material, search)) : materials;
  const mayEdit = manages(workspace.role);
  const add = (
    <Button icon={<PlusIcon className="size-5" />} onClick={() => setAsked({ material: null })}>
      {t("new")}
    </Button>
  );
  return (
    <section aria-labelledby="materials">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="materials" className="text-lg font-semibold">
            {t("title")}
          </h2>
          <p className="mt-1 max-w-prose text-ink-soft">{t("lead")}</p>
        </div>
        {mayEdit && materials.length > 0 ? add : null}
      </div>
      {materials.length === 0 ? (
        <Notice icon={<Squares2X2Icon />} title={t("none")} text={t("noneText")}>
          {mayEdit ? add : null}
        </Notice>
      ) : (
        <>
          <div className="mb-4">
            <SearchField label={t("search")} value={search} onSearch={(next) => replace({ search: next })} />
          </div>
          {shown.length === 0 ? <NothingFits /> : null}
          <ul className="grid gap-3">
            {shown.map((material) => (
              <MaterialRow key={material.uid} material={material} onEdit={mayEdit ? () => setAsked({ material }) : undefined} />
            ))}
          </ul>
        </>
      )}
      {asked ? (
        <MaterialDialog workspace={workspace} material={asked.material} banned={banned} onClose={() => setAsked(undefined)} />
      ) : null}
    </section>
  );
}

function MaterialRow({ material, onEdit }: { material: Material; onEdit: (() => void) | undefined }) {
  const t = useTranslations("trades.materials");
  const { size } = useSizes();
  const { name, category, thickness, finish, grain, slabLength, slabWidth, retired, banned } = material;
  return (
    <Row
      heading={
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <bdi className="wrap-anywhere">{name}</bdi>
          {retired ? <Badge>{t("retired")}</Badge> : null}
          {banned ? <Badge tone="danger">{t("banned")}</Badge> : null}
        </p>
      }
      facts={
        <>
          <span>{t(`categories.${category}`)}</span>
          {finish ? <bdi className="wrap-anywhere">{finish}</bdi> : null}
          <span>{size({ length: slabLength, width: slabWidth, thickness })}</span>
          {grain ? <span>{t("grain")}</span> : null}
        </>
      }
      actions={
        onEdit ? (
          <IconButton label={t("edit", { name })} onClick={onEdit}>
            <PencilSquareIcon />
          </IconButton>
        ) : null
      }
    />
  );
}
