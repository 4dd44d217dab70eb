"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import {
  ArchiveBoxArrowDownIcon,
  ArchiveBoxIcon,
  ArrowsPointingInIcon,
  ArrowsRightLeftIcon,
  BookmarkIcon,
  BookmarkSlashIcon,
  LockClosedIcon,
  LockOpenIcon,
  PencilSquareIcon,
  ShieldCheckIcon,
  TrashIcon,
} from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { trpc } from "@/trpc/client";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { MergeDialog } from "../../merging/components/merge-dialog";
import { MoveDialog } from "../../merging/components/move-dialog";
import { canPin } from "../../rules";
import type { TopicDto } from "../../topics/dto";
import { useCare } from "../hooks/use-care";
import { isForOthers, needsReason, TOPIC_ACTS, TOPIC_STEPS, type TopicAct } from "../rules";
import { ReasonDialog } from "./reason-dialog";
import { RetitleDialog } from "./retitle-dialog";

type Doing = TopicAct | "rename" | "move" | "merge";

const ICONS: Record<Doing, ComponentType> = {
  lock: LockClosedIcon,
  unlock: LockOpenIcon,
  archive: ArchiveBoxIcon,
  unarchive: ArchiveBoxArrowDownIcon,
  delete_topic: TrashIcon,
  restore_topic: ArchiveBoxArrowDownIcon,
  pin: BookmarkIcon,
  unpin: BookmarkSlashIcon,
  rename: PencilSquareIcon,
  move: ArrowsRightLeftIcon,
  merge: ArrowsPointingInIcon,
};

/** What can be done with a topic as it stands. */
function doingsFor({ state, kind, pinned, author }: TopicDto, me: string | undefined): Doing[] {
  const acts = TOPIC_ACTS.filter((act) => {
    if (author?.uid === me && isForOthers(act)) return false;
    if (act === "pin" || act === "unpin") return kind === "thread" && canPin(state) && pinned === (act === "unpin");
    return (TOPIC_STEPS[act].from as readonly string[]).includes(state) && (kind === "thread" || act !== "delete_topic");
  });
  return kind === "thread" && state !== "deleted" ? [...acts, "rename", "move", "merge"] : acts;
}

/** A topic's menu for those who look after the community. */
export function TopicMenu({ topic }: { topic: TopicDto }) {
  const t = useTranslations("forum.care.topic");
  const { userId } = useSession();
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  return (
    <>
      <Menu>
        <MenuButton className="inline-flex min-h-9 items-center gap-2 rounded-box border border-line-strong/60 bg-surface px-3 text-sm font-semibold whitespace-nowrap hover:border-line-strong hover:bg-sunken [&_svg]:size-4">
          <ShieldCheckIcon />
          {t("menu")}
        </MenuButton>
        <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
          {doingsFor(topic, userId).map((one) => {
            const Icon = ICONS[one];
            return (
              <MenuItem key={one}>
                <button type="button" className={clsx(MENU_ITEM, one === "delete_topic" && "text-danger")} onClick={() => setDoing(one)}>
                  <Icon />
                  {t(`do.${one}`)}
                </button>
              </MenuItem>
            );
          })}
        </MenuItems>
      </Menu>
      {doing === "rename" ? <RetitleDialog topic={topic} onClose={close} /> : null}
      {doing === "move" ? <MoveDialog topic={topic} onClose={close} /> : null}
      {doing === "merge" ? <MergeDialog topic={topic} onClose={close} /> : null}
      {doing && doing !== "rename" && doing !== "move" && doing !== "merge" ? (
        <ActDialog topic={topic} act={doing} onClose={close} />
      ) : null}
    </>
  );
}

function ActDialog({ topic, act, onClose }: { topic: TopicDto; act: TopicAct; onClose: () => void }) {
  const t = useTranslations("forum.care.topic");
  const { done } = useCare();
  const moderate = trpc.forum.moderation.topic.useMutation();
  return (
    <ReasonDialog
      draft={`${act}-${topic.uid}`}
      told={act !== "pin" && act !== "unpin"}
      title={t(`do.${act}`)}
      text={t(`texts.${act}`)}
      confirm={t(`do.${act}`)}
      danger={act === "delete_topic"}
      needed={needsReason(act)}
      onClose={onClose}
      onConfirm={async (reason) => {
        await moderate.mutateAsync({ topicId: topic.uid, act, reason });
        await done();
      }}
    />
  );
}
