"use client";

import { PencilSquareIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Badge, Card, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { stockHref } from "../../hrefs";
import { ItemReservations } from "../../reservations/components/item-reservations";
import { manages } from "../../rules";
import { useAmounts } from "../hooks/use-amounts";
import { freeOf, isLow } from "../rules";
import { ActDialog, STOCK_ACTS, type StockAct } from "./act-dialog";
import { ItemDialog } from "./item-dialog";
import { ItemMoves } from "./item-moves";
import type { StockItem } from "./items-page";
import { StockFrame } from "./stock-frame";

/** One item of the stock. */
export function ItemPage() {
  const t = useTranslations("trades.stock");
  const uid = useSearchParams().get("uid") ?? "";
  return (
    <StockFrame page="items">
      {(workspace) => (
        <>
          <BackLink href={stockHref(workspace.uid, "items")} text={t("items")} />
          <Item key={uid} workspace={workspace} uid={uid} />
        </>
      )}
    </StockFrame>
  );
}

/** What only those who manage the workspace do: it changes what the books say of money. */
const OF_MANAGERS: readonly StockAct[] = ["receive", "lose"];
/** What is done with what is retired, to use it up. */
const OF_RETIRED: readonly StockAct[] = ["issue", "giveBack", "lose"];

function Item({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.stock");
  const acts = useTranslations("trades.stock.acts");
  const [asked, setAsked] = useState<StockAct | "edit">();
  const query = trpc.trades.stock.view.useQuery({ workspaceId: workspace.uid, uid });
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={stockHref(workspace.uid, "items")} look="outline">
          {t("items")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const item = query.data.data;
  const close = () => setAsked(undefined);
  const mayManage = manages(workspace.role);
  const possible = STOCK_ACTS.filter((act) => (mayManage || !OF_MANAGERS.includes(act)) && (!item.retired || OF_RETIRED.includes(act)));
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="min-w-0 text-xl font-bold wrap-anywhere">
            <bdi>{item.name}</bdi> <bdi className="font-medium text-ink-soft">{item.code}</bdi>
          </h2>
          {isLow(item) ? <Badge tone="warning">{t("low")}</Badge> : null}
          {item.retired ? <Badge>{t("retired")}</Badge> : null}
        </div>
        {mayManage ? (
          <Button look="outline" icon={<PencilSquareIcon className="size-5" />} onClick={() => setAsked("edit")}>
            {t("edit")}
          </Button>
        ) : null}
      </div>
      <Levels workspace={workspace} item={item} />
      <div className="my-6 flex flex-wrap gap-2">
        {possible.map((act, at) => (
          <Button key={act} look={at === 0 ? "primary" : "outline"} onClick={() => setAsked(act)}>
            {acts(act)}
          </Button>
        ))}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ItemReservations workspace={workspace} item={item} />
        <ItemMoves workspace={workspace} item={item} />
      </div>
      {asked === "edit" ? <ItemDialog workspace={workspace} item={item} onClose={close} /> : null}
      {asked && asked !== "edit" ? <ActDialog key={asked} workspace={workspace} item={item} act={asked} onClose={close} /> : null}
    </>
  );
}

/** How much there is, and what it stands in the books with. */
function Levels({ workspace, item }: { workspace: Workspace; item: StockItem }) {
  const t = useTranslations("trades.stock");
  const format = useFormat();
  const amountOf = useAmounts();
  const { onHand, reserved, reorderAt, unit, bin, value } = item;
  return (
    <Card className="p-5 sm:p-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
        <Level name={t("free")} strong>
          {amountOf(freeOf(item), unit)}
        </Level>
        <Level name={t("onHand")}>{amountOf(onHand, unit)}</Level>
        <Level name={t("reserved")}>{amountOf(reserved, unit)}</Level>
        {reorderAt > 0 ? <Level name={t("reorderAt")}>{amountOf(reorderAt, unit)}</Level> : null}
        {bin ? (
          <Level name={t("bin")}>
            <bdi>{bin}</bdi>
          </Level>
        ) : null}
        {value === undefined ? null : <Level name={t("value")}>{format.money(value, workspace.currency)}</Level>}
      </dl>
    </Card>
  );
}

function Level({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className={`tabular wrap-anywhere ${strong ? "text-xl font-bold" : "text-lg font-medium"}`}>{children}</dd>
    </div>
  );
}
