"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useLanguage } from "@/i18n/use-language";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Refused } from "@/trpc/refused";
import { Button, IconButton } from "@/ui/button";
import { Badge, PageHeading } from "@/ui/card";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Row } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { roomHref } from "../../components/places";
import { ProfessionDialog } from "./profession-dialog";

export type EditedRoom = RouterOutputs["forum"]["professions"]["list"]["data"][number];

/** What follows a change of a room: it is said and shown, or why it was not. */
function useOutcome() {
  const common = useTranslations("common");
  const { forum } = trpc.useUtils();
  return (said: string, then?: () => void) => ({
    onSuccess: async () => {
      notify("success", said);
      await forum.invalidate();
      then?.();
    },
    onError: (error: unknown) => {
      notify("error", toApiError(error).message ?? common("offline"));
      void forum.professions.invalidate();
    },
  });
}

/** The community's rooms in the order in which people see them, archived ones too. */
export function RoomList({ files }: { files: ReactNode }) {
  const t = useTranslations("forum.professions");
  const common = useTranslations("common");
  const query = trpc.forum.professions.list.useQuery();
  const [edited, setEdited] = useState<EditedRoom | "new" | null>(null);
  if (query.isError && !query.data) return <Refused query={query} />;
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <div className="flex items-center gap-2">
            {files}
            <Button icon={<PlusIcon className="size-5" />} onClick={() => setEdited("new")}>
              {t("new")}
            </Button>
          </div>
        }
      />
      {query.data ? (
        <ul className="grid gap-3">
          {query.data.data.map((room) => (
            <RoomRow key={room.uid} room={room} onEdit={() => setEdited(room)} />
          ))}
        </ul>
      ) : (
        <LoadingList label={common("loading")} />
      )}
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

function RoomRow({ room, onEdit }: { room: EditedRoom; onEdit: () => void }) {
  const { uid, slug, archived, topicCount } = room;
  const t = useTranslations("forum.professions");
  const editing = useTranslations("editing.move");
  const language = useLanguage();
  const outcome = useOutcome();
  const name = room.name[language];
  const archive = trpc.forum.professions.archive.useMutation(outcome(t(archived ? "opened" : "closed", { name })));
  const move = trpc.forum.professions.move.useMutation();
  return (
    <Row
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold">
            <Link href={roomHref(slug)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
              <bdi>{name}</bdi>
            </Link>
          </h2>
          {archived ? <Badge tone="neutral">{t("archived")}</Badge> : null}
        </div>
      }
      facts={<span>{t("topics", { count: topicCount })}</span>}
      actions={
        <>
          <Button
            look="outline"
            size="sm"
            className="me-1"
            busy={archive.isPending}
            onClick={() => archive.mutate({ uid, archived: !archived })}
          >
            {t(archived ? "open" : "archive")}
            <span className="sr-only">{name}</span>
          </Button>
          <IconButton label={t("edit", { name })} onClick={onEdit}>
            <PencilSquareIcon />
          </IconButton>
          <MoveMenu name={name} onMove={(to, then) => move.mutate({ uid, to }, outcome(editing("done"), then))} />
        </>
      }
    />
  );
}
