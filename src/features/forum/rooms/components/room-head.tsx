"use client";

import { ChatBubbleLeftRightIcon, CheckIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Badge } from "@/ui/card";
import { CountBadge } from "@/ui/count-badge";
import { notify } from "@/ui/toast";
import { LevelMenu } from "../../components/level-menu";
import { chatHref, FORUM } from "../../hrefs";
import { YouButton } from "../../members/components/you-button";
import { useSuspension } from "../../posts/hooks/use-standing";
import type { RoomDto } from "../dto";

/** What a room is for, and what can be done there; all rooms together where there is none. */
export function RoomHead({ room }: { room: RoomDto | undefined }) {
  const t = useTranslations("forum.rooms");
  const forum = useTranslations("forum");
  const format = useFormat();
  const utils = trpc.useUtils();
  const suspended = useSuspension() !== null;
  const failed = useErrorToast();
  const mark = trpc.forum.rooms.mark.useMutation({ onSuccess: () => utils.forum.invalidate(), onError: failed });
  const catchUp = trpc.forum.rooms.catchUp.useMutation({
    onSuccess: () => {
      notify("success", t("caughtUp"));
      void utils.forum.invalidate();
    },
    onError: failed,
  });
  const waiting = room ? Math.max(0, room.chatLastSeq - room.chatReadSeq) : 0;
  return (
    <header className="mb-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-2xl">
          <h1 className="text-2xl font-bold lg:text-[1.75rem]">{room?.name ?? forum("title")}</h1>
          <p className="mt-1.5 text-ink-soft">{room?.description ?? forum("lead")}</p>
        </div>
        {room?.archived ? (
          <Badge tone="neutral">{t("archived")}</Badge>
        ) : (
          <ButtonLink href={`${FORUM}?${room ? `profession=${room.slug}&` : ""}new=1`} icon={<PlusIcon className="size-5" />}>
            {t("begin")}
          </ButtonLink>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {room?.chatId ? (
          <ButtonLink href={chatHref(room.slug)} look="outline" size="sm" icon={<ChatBubbleLeftRightIcon className="size-4" />}>
            {t("chat")}
            <CountBadge count={waiting} shown={format.number(waiting)} label={t("chatUnread", { count: waiting })} />
          </ButtonLink>
        ) : null}
        {room ? <LevelMenu of="room" level={room.level} onChoose={(level) => mark.mutate({ professionId: room.uid, level })} /> : null}
        <Button
          look="outline"
          size="sm"
          icon={<CheckIcon className="size-4" />}
          busy={catchUp.isPending}
          onClick={() => catchUp.mutate(room ? { professionId: room.uid } : {})}
        >
          {t("catchUp")}
        </Button>
        {suspended ? null : <YouButton />}
      </div>
    </header>
  );
}
