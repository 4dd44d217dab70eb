"use client";

import { DocumentPlusIcon, PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, ButtonLink, IconButton } from "@/ui/button";
import { Badge } from "@/ui/card";
import { Row } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { pricesHref } from "../../hrefs";
import type { PriceListDto, PriceVersionDto } from "../dto";
import { useNextVersion } from "../hooks/use-next-version";
import { validityOn } from "../rules";
import { ListDialog } from "./list-dialog";
import { VersionLine } from "./version-line";

/** What a shop asks for, list by list, and which version of each holds. */
export function PriceLists({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.prices");
  const query = trpc.trades.prices.lists.useQuery({ workspaceId: workspace.uid });
  const [asked, setAsked] = useState<PriceListDto | "new">();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const { lists, today } = query.data.data;
  return (
    <section aria-labelledby="price-lists">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="price-lists" className="text-lg font-semibold">
            {t("lists")}
          </h2>
          <p className="mt-1 max-w-prose text-ink-soft">{t("listsLead")}</p>
        </div>
        <Button look={lists.length === 0 ? "primary" : "outline"} icon={<PlusIcon className="size-5" />} onClick={() => setAsked("new")}>
          {t("newList")}
        </Button>
      </div>
      {lists.length === 0 ? <p className="text-ink-soft">{t("noLists")}</p> : null}
      <ul className="grid gap-3">
        {lists.map((list) => (
          <ListRow key={list.uid} workspace={workspace} list={list} today={today} onEdit={() => setAsked(list)} />
        ))}
      </ul>
      {asked ? <ListDialog workspace={workspace} list={asked === "new" ? null : asked} onClose={() => setAsked(undefined)} /> : null}
    </section>
  );
}

interface ListRowProps {
  workspace: Workspace;
  list: PriceListDto;
  today: string;
  onEdit: () => void;
}

function ListRow({ workspace, list: { uid, name, usual, retired, customers, versions }, today, onEdit }: ListRowProps) {
  const t = useTranslations("trades.prices");
  const pricing = useTranslations("trades.pricing");
  const next = useNextVersion(workspace);
  const past = versions.filter((one) => validityOn(one, today) === "past");
  const shown = versions.filter((one) => !past.includes(one));
  const draft = versions.find(({ state }) => state === "draft");
  const holds = versions.some((one) => validityOn(one, today) === "now");
  const lines = (of: PriceVersionDto[]) => (
    <ul className="grid gap-2">
      {of.map((version) => (
        <VersionLine key={version.uid} workspace={workspace} version={version} today={today} />
      ))}
    </ul>
  );
  return (
    <Row
      heading={
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <bdi className="wrap-anywhere">{name}</bdi>
          {usual ? <Badge tone="primary">{pricing("usual")}</Badge> : null}
          {retired ? <Badge>{pricing("retired")}</Badge> : null}
        </h3>
      }
      facts={
        <>
          <span>{usual ? t("forEverybodyElse") : t("customers", { count: customers })}</span>
          {holds ? null : <span>{t("nothingHolds")}</span>}
        </>
      }
      actions={
        <IconButton label={t("editList", { name })} onClick={onEdit}>
          <PencilSquareIcon />
        </IconButton>
      }
    >
      {shown.length > 0 ? lines(shown) : null}
      {past.length > 0 ? (
        <details>
          <summary className="cursor-pointer py-2 font-medium text-ink-soft">{t("pastVersions", { count: past.length })}</summary>
          <div className="mt-2">{lines(past)}</div>
        </details>
      ) : null}
      {draft ? (
        <ButtonLink look="outline" className="justify-self-start" href={pricesHref(workspace.uid, draft.uid)}>
          {t("openDraft")}
        </ButtonLink>
      ) : retired ? null : (
        <Button
          look="outline"
          className="justify-self-start"
          icon={<DocumentPlusIcon className="size-5" />}
          busy={next.busy}
          onClick={() => next.prepare(uid)}
        >
          {t(versions.length === 0 ? "prepareFirst" : "prepareNext")}
        </Button>
      )}
    </Row>
  );
}
