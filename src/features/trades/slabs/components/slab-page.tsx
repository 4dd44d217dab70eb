"use client";

import { PencilSquareIcon, QrCodeIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Badge, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { Documents } from "../../files/components/documents";
import { labelsHref, slabHref, stockHref } from "../../hrefs";
import { manages } from "../../rules";
import { StockFrame } from "../../stock/components/stock-frame";
import { useMovingSlab } from "../hooks/use-moving-slab";
import { isGone, slabSteps } from "../rules";
import { BreakDialog } from "./break-dialog";
import { MarkDialog } from "./mark-dialog";
import { PlaceDialog } from "./place-dialog";
import { SlabFacts } from "./slab-facts";
import { SlabForm } from "./slab-form";
import { SlabHistory } from "./slab-history";
import { SlabKin } from "./slab-kin";
import { SlabMoves } from "./slab-moves";
import { SlabStateBadge } from "./slab-state";

export type Slab = RouterOutputs["trades"]["slabs"]["view"]["data"];

/** One slab: what its label leads to. Without an identity in the address a new one. */
export function SlabPage() {
  const t = useTranslations("trades.slabs");
  const uid = useSearchParams().get("uid") ?? "";
  return (
    <StockFrame page="slabs">
      {(workspace) => (
        <>
          <BackLink href={stockHref(workspace.uid)} text={t("all")} />
          {uid || !manages(workspace.role) ? <Existing key={uid} workspace={workspace} uid={uid} /> : <NewSlab workspace={workspace} />}
        </>
      )}
    </StockFrame>
  );
}

function NewSlab({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.slabs");
  const router = useRouter();
  const workspaceId = workspace.uid;
  const materials = trpc.trades.materials.list.useQuery({ workspaceId });
  // As it is now, and not as it was when the last one was made.
  const offers = trpc.trades.slabs.offers.useQuery({ workspaceId }, { gcTime: 0 });
  for (const query of [materials, offers]) if (isMissing(query)) return <LoadFailed query={query} />;
  if (!materials.data || !offers.data) return <LoadingList />;
  const usable = materials.data.data.materials.filter(({ retired, banned }) => !(retired || banned));
  return (
    <>
      <h2 className="mb-5 text-xl font-bold">{t("new")}</h2>
      {usable.length === 0 ? (
        <Notice title={t("noMaterial")} text={t("noMaterialText")}>
          <ButtonLink href={stockHref(workspaceId, "materials")}>{t("toMaterials")}</ButtonLink>
        </Notice>
      ) : (
        <SlabForm
          workspace={workspace}
          slab={null}
          serial={offers.data.data.serial}
          materials={usable}
          onSaved={({ uid }) => router.replace(slabHref(workspaceId, uid))}
        />
      )}
    </>
  );
}

function Existing({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.slabs");
  const errors = useTranslations("errors");
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState<"place" | "mark" | "break">();
  const { begin, dialog } = useMovingSlab(workspace);
  const workspaceId = workspace.uid;
  const query = trpc.trades.slabs.view.useQuery({ workspaceId, uid });
  const materials = trpc.trades.materials.list.useQuery({ workspaceId });
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={stockHref(workspaceId)} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const slab = query.data.data;
  const close = () => setAsked(undefined);
  const there = !isGone(slab.state);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="min-w-0 text-xl font-bold wrap-anywhere">
            <bdi>{slab.serial}</bdi>
          </h2>
          <SlabStateBadge state={slab.state} />
          {slab.remnant ? <Badge>{t("kinds.remnant")}</Badge> : null}
        </div>
        {editing ? null : (
          <div className="flex flex-wrap items-center gap-2">
            <ButtonLink href={labelsHref(workspaceId, [slab.uid])} look="outline" icon={<QrCodeIcon className="size-5" />}>
              {t("label")}
            </ButtonLink>
            {manages(workspace.role) ? (
              <Button look="outline" icon={<PencilSquareIcon className="size-5" />} onClick={() => setEditing(true)}>
                {t("edit")}
              </Button>
            ) : null}
            <SlabMoves wide workspace={workspace} slab={slab} onMove={(to) => begin(slab, to)} />
          </div>
        )}
      </div>
      {slab.banned ? (
        <div className="mb-5">
          <Alert tone="warning">{errors("materialBanned")}</Alert>
        </div>
      ) : null}
      {editing && isMissing(materials) ? (
        <div className="mb-6">
          <LoadFailed query={materials} />
        </div>
      ) : null}
      {editing && materials.data ? (
        <SlabForm
          workspace={workspace}
          slab={slab}
          materials={materials.data.data.materials}
          onSaved={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 gap-6">
            <SlabFacts workspace={workspace} slab={slab} />
            <div className="flex flex-wrap gap-2">
              <Button look="outline" onClick={() => setAsked("place")}>
                {t("place")}
              </Button>
              {there ? (
                <Button look="outline" onClick={() => setAsked("mark")}>
                  {t("mark")}
                </Button>
              ) : null}
              {manages(workspace.role) && !slab.banned && slabSteps.can(slab.state, "consumed", "break") ? (
                <Button look="outline" onClick={() => setAsked("break")}>
                  {t("break")}
                </Button>
              ) : null}
            </div>
            <Documents workspace={workspace} subject={{ slabUid: slab.uid }} />
          </div>
          <div className="grid min-w-0 gap-6">
            <SlabKin workspace={workspace} uid={slab.uid} />
            <SlabHistory workspace={workspace} uid={slab.uid} />
          </div>
        </div>
      )}
      {dialog}
      {asked === "place" ? <PlaceDialog workspace={workspace} slab={slab} onClose={close} /> : null}
      {asked === "mark" ? <MarkDialog workspace={workspace} slab={slab} onClose={close} /> : null}
      {asked === "break" ? <BreakDialog workspace={workspace} slab={slab} onClose={close} /> : null}
    </>
  );
}
