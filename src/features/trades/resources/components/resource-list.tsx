"use client";

import { CalendarDaysIcon, PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, IconButton } from "@/ui/button";
import { Badge } from "@/ui/card";
import { Row } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { NotesButton } from "../../notes/components/notes-button";
import { FeedDialog } from "./feed-dialog";
import { ResourceDialog } from "./resource-dialog";
import { ResourceMark } from "./resource-mark";

export type Resource = RouterOutputs["trades"]["resources"]["list"]["data"][number];

/** Who and what can be booked, and who is in which team. */
export function ResourceList({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.scheduler");
  const format = useFormat();
  const query = trpc.trades.resources.list.useQuery({ workspaceId: workspace.uid });
  const [asked, setAsked] = useState<{ about: "edit" | "feed"; uid: string | null }>();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const all = query.data.data;
  const nameOf = (uid: string) => all.find((one) => one.uid === uid)?.name ?? "";
  const chosen = all.find(({ uid }) => uid === asked?.uid);
  const close = () => setAsked(undefined);
  return (
    <section aria-labelledby="resources">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="resources" className="text-lg font-semibold">
            {t("resources")}
          </h2>
          <p className="mt-1 max-w-prose text-ink-soft">{t("resourcesLead")}</p>
        </div>
        <Button icon={<PlusIcon className="size-5" />} onClick={() => setAsked({ about: "edit", uid: null })}>
          {t("new")}
        </Button>
      </div>
      {all.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ul className="grid gap-3">
        {all.map(({ uid, kind, name, color, members, retired, hours, feed }) => (
          <Row
            key={uid}
            heading={
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                <ResourceMark kind={kind} color={color} />
                <bdi className="wrap-anywhere">{name}</bdi>
                {retired ? <Badge>{t("retired")}</Badge> : null}
              </p>
            }
            facts={
              <>
                <span>{t(`kinds.${kind}`)}</span>
                {kind === "team" ? <bdi>{members.length > 0 ? format.list(members.map(nameOf)) : t("emptyTeam")}</bdi> : null}
                {hours ? <span>{t("ownHours")}</span> : null}
                {feed ? <span>{t("feedOpen")}</span> : null}
              </>
            }
            actions={
              <>
                <NotesButton small workspace={workspace} subject={{ resourceUid: uid }} title={name} />
                {kind === "team" || retired ? null : (
                  <IconButton label={t("feedOf", { name })} onClick={() => setAsked({ about: "feed", uid })}>
                    <CalendarDaysIcon />
                  </IconButton>
                )}
                <IconButton label={t("edit", { name })} onClick={() => setAsked({ about: "edit", uid })}>
                  <PencilSquareIcon />
                </IconButton>
              </>
            }
          />
        ))}
      </ul>
      {asked?.about === "edit" ? <ResourceDialog workspace={workspace} resource={chosen ?? null} all={all} onClose={close} /> : null}
      {asked?.about === "feed" && chosen ? <FeedDialog workspace={workspace} resource={chosen} onClose={close} /> : null}
    </section>
  );
}
