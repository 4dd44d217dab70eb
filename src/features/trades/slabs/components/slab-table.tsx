"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { SLAB_ORDERS, SLAB_STATES } from "@/lib/enums/trades-stock";
import { inUnits } from "@/lib/money";
import { trpc } from "@/trpc/client";
import { firstFailed, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { BulkAction, Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useSort } from "@/ui/table/use-sort";
import { useAddress } from "@/ui/use-address";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { labelsHref, slabHref } from "../../hrefs";
import { manages } from "../../rules";
import type { SlabRowDto } from "../dto";
import { useMovingSlab } from "../hooks/use-moving-slab";
import { useSizes } from "../hooks/use-sizes";
import { SLAB_KINDS } from "../schema";
import { SlabMoves } from "./slab-moves";
import { SlabStateBadge } from "./slab-state";

/** All slabs, ten at a time; what narrows and orders them stands in the address. */
export function SlabTable({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.slabs");
  const states = useTranslations("trades.slabs.states");
  const format = useFormat();
  const { size, area } = useSizes();
  const router = useRouter();
  const { params, search, href } = useAddress();
  const workspaceId = workspace.uid;
  const page = pageOf(params);
  const { sort, onSort } = useSort(SLAB_ORDERS, { column: "serial", descending: false });
  const among = <T extends string>(values: readonly T[], name: string): T | undefined => values.find((value) => value === params.get(name));
  const known = trpc.trades.materials.list.useQuery({ workspaceId });
  const offers = trpc.trades.slabs.offers.useQuery({ workspaceId });
  const materials = known.data?.data.materials ?? [];
  const bins = offers.data?.data.bins ?? [];
  const material = params.get("material");
  const query = trpc.trades.slabs.list.useQuery(
    {
      workspaceId,
      page,
      search: search || undefined,
      // Only what is one can be asked for: the address is anybody's to write.
      materialUid: materials.find(({ uid }) => uid === material)?.uid,
      state: among(SLAB_STATES, "state"),
      kind: among(SLAB_KINDS, "kind"),
      bin: among(bins, "bin"),
      order: sort.column,
      descending: sort.descending,
    },
    { placeholderData: keepPreviousData },
  );
  const { begin, dialog } = useMovingSlab(workspace);
  // What the address asks for is of these.
  const failed = firstFailed([known, offers]);
  if (failed) return <LoadFailed query={failed} />;
  const columns: Column<SlabRowDto>[] = [
    {
      id: "serial",
      header: t("serial"),
      fixed: true,
      sortable: true,
      cell: ({ serial }) => <bdi>{serial}</bdi>,
      text: ({ serial }) => serial,
    },
    {
      id: "material",
      header: t("material"),
      cell: ({ material: of }) => <bdi className="wrap-anywhere">{of.name}</bdi>,
      text: ({ material: of }) => of.name,
    },
    {
      id: "state",
      header: t("state"),
      sortable: true,
      cell: ({ state }) => <SlabStateBadge state={state} />,
      text: ({ state }) => states(state),
    },
    { id: "size", header: t("sizeTitle"), cell: size, text: size },
    {
      id: "area",
      header: t("areaTitle"),
      sortable: true,
      align: "end",
      cell: area,
      text: ({ length, width }) => (length * width) / 1e6,
    },
    {
      id: "kind",
      header: t("kind"),
      hidden: true,
      cell: ({ remnant }) => t(remnant ? "kinds.remnant" : "kinds.whole"),
      text: ({ remnant }) => t(remnant ? "kinds.remnant" : "kinds.whole"),
    },
    { id: "bin", header: t("bin"), cell: ({ bin }) => <bdi>{bin}</bdi>, text: ({ bin }) => bin },
    { id: "batch", header: t("batch"), hidden: true, cell: ({ batch }) => <bdi>{batch}</bdi>, text: ({ batch }) => batch },
  ];
  if (manages(workspace.role)) {
    columns.push({
      id: "cost",
      header: t("cost"),
      textHeader: format.joined([t("cost"), workspace.currency]),
      hidden: true,
      align: "end",
      cell: ({ cost }) => (cost === undefined ? null : format.money(cost, workspace.currency)),
      text: ({ cost }) => (cost === undefined ? null : inUnits(cost, workspace.currency)),
    });
    columns.push({
      id: "move",
      header: t("moveHeader"),
      cell: (slab) => <SlabMoves workspace={workspace} slab={slab} onMove={(to) => begin(slab, to)} />,
    });
  }
  const actions: BulkAction<SlabRowDto>[] = [
    {
      id: "labels",
      label: t("labels"),
      run: async (rows) => {
        router.push(
          labelsHref(
            workspaceId,
            rows.map(({ uid }) => uid),
          ),
        );
        return null;
      },
    },
  ];
  return (
    <>
      <DataTable
        name="slabs"
        caption={t("all")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => slabHref(workspaceId, uid)}
        sort={sort}
        onSort={onSort}
        loading={query.isPending || query.isPlaceholderData}
        failed={isMissing(query) ? <LoadFailed query={query} /> : null}
        actions={actions}
        filters={
          <ContentFilters label={t("search")}>
            <ContentChoice
              name="material"
              label={t("material")}
              choices={materials.map(({ uid }) => uid)}
              words={(uid) => materials.find((one) => one.uid === uid)?.name ?? ""}
            />
            <ContentChoice name="state" label={t("state")} choices={SLAB_STATES} words={(state) => states(state)} />
            <ContentChoice name="kind" label={t("kind")} choices={SLAB_KINDS} words={(kind) => t(`kinds.${kind}`)} />
            {bins.length > 0 ? <ContentChoice name="bin" label={t("bin")} choices={bins} words={(bin) => bin} /> : null}
          </ContentFilters>
        }
        empty={<NothingFits filters={["material", "state", "kind", "bin"]} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
      {dialog}
    </>
  );
}
