"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { localeTag } from "@/lib/locales";
import { fold } from "@/lib/search-terms";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useActing } from "@/trpc/use-acting";
import { useOutcome } from "@/trpc/use-outcome";
import { Button, IconButton } from "@/ui/button";
import { Badge, PageHeading } from "@/ui/card";
import { bothWays } from "@/ui/editing/both-ways";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { useContentColumns } from "@/ui/editing/use-content-columns";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useWholeList } from "@/ui/table/use-whole-list";
import { useAddress } from "@/ui/use-address";
import { roomHref } from "../../hrefs";
import { ProfessionDialog } from "./profession-dialog";

export type EditedRoom = RouterOutputs["forum"]["professions"]["list"]["data"][number];

const STATES = ["open", "archived"] as const;
const stateOf = ({ archived }: EditedRoom) => (archived ? "archived" : "open");

/** The community's rooms in the order in which people see them, archived ones too. @param files their ways into files and out of them */
export function RoomTable({ files }: { files: ReactNode }) {
  const t = useTranslations("forum.professions");
  const editing = useTranslations("editing.state");
  const tag = localeTag(useLanguage());
  const { params, search } = useAddress();
  const query = trpc.forum.professions.list.useQuery();
  const [edited, setEdited] = useState<EditedRoom | "new" | null>(null);
  const actions = useActions();
  const state = STATES.find((name) => name === params.get("state"));
  const rows = (query.data?.data ?? []).filter(
    (room) => fold([room.slug, ...Object.values(room.name)].join(" ")).includes(fold(search)) && (!state || stateOf(room) === state),
  );
  const list = useWholeList({ rows, columns: useColumns(setEdited), usual: "order", tag });
  if (isMissing(query)) return <Refused query={query} />;
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <div className="flex flex-wrap items-center gap-2">
            {files}
            <Button icon={<PlusIcon className="size-5" />} onClick={() => setEdited("new")}>
              {t("new")}
            </Button>
          </div>
        }
      />
      <DataTable
        name="rooms"
        caption={t("title")}
        {...list}
        rowId={({ uid }) => uid}
        href={({ slug }) => roomHref(slug)}
        loading={!query.data}
        filters={
          <ContentFilters label={t("search")}>
            <ContentChoice name="state" label={editing("label")} choices={STATES} words={(name) => t(`states.${name}`)} />
          </ContentFilters>
        }
        actions={actions}
        empty={<NothingFits filters={["state"]} />}
      />
      {edited ? (
        <ProfessionDialog
          key={edited === "new" ? "new" : edited.uid}
          room={edited === "new" ? null : edited}
          fresh={edited === "new" ? null : (query.data?.data.find(({ uid }) => uid === edited.uid) ?? null)}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}

function useActions() {
  const t = useTranslations("forum.professions");
  const { forum } = trpc.useUtils();
  const act = useActing(() => forum.invalidate());
  return bothWays(
    {
      on: { id: "archive", label: t("archive"), danger: true, done: (count) => t("turned", { count, state: "archived" }) },
      off: { id: "open", label: t("open"), done: (count) => t("turned", { count, state: "open" }) },
    },
    (uids, archived) => act(api.forum.professions.archive.mutate({ uids, archived })),
  );
}

function useColumns(onEdit: (room: EditedRoom) => void): Column<EditedRoom>[] {
  const t = useTranslations("forum.professions");
  const editing = useTranslations("editing");
  const language = useLanguage();
  const format = useFormat();
  const { forum } = trpc.useUtils();
  const outcome = useOutcome(
    () => forum.invalidate(),
    () => forum.professions.invalidate(),
  );
  const move = trpc.forum.professions.move.useMutation();
  const { order } = useContentColumns(format);
  return [
    {
      id: "name",
      header: editing("naming.name"),
      cell: ({ name }) => <bdi>{name[language]}</bdi>,
      text: ({ name }) => name[language],
      fixed: true,
    },
    {
      id: "slug",
      header: t("slug"),
      cell: ({ slug }) => <bdi dir="ltr">{slug}</bdi>,
      text: ({ slug }) => slug,
      hidden: true,
    },
    {
      id: "state",
      header: editing("state.label"),
      cell: (room) => <Badge tone={room.archived ? "neutral" : "success"}>{t(`states.${stateOf(room)}`)}</Badge>,
      text: (room) => t(`states.${stateOf(room)}`),
    },
    {
      id: "topics",
      header: t("topicCount"),
      cell: ({ topicCount }) => format.number(topicCount),
      text: ({ topicCount }) => topicCount,
      align: "end",
    },
    {
      ...order,
      cell: (room) => {
        const [uid, name] = [room.uid, room.name[language]];
        return (
          <div className="flex items-center gap-1">
            <MoveMenu name={name} onMove={(to, then) => follow(move.mutateAsync({ uid, to }), outcome(editing("move.done"), then))} />
            <IconButton label={t("edit", { name })} onClick={() => onEdit(room)}>
              <PencilSquareIcon />
            </IconButton>
          </div>
        );
      },
    },
  ];
}
