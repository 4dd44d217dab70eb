"use client";

import {
  ArrowUturnLeftIcon,
  ChatBubbleBottomCenterTextIcon,
  CheckCircleIcon,
  ClockIcon,
  EyeIcon,
  EyeSlashIcon,
  FlagIcon,
  IdentificationIcon,
  LinkIcon,
  NoSymbolIcon,
  PencilSquareIcon,
  TrashIcon,
  XCircleIcon,
} from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { isVisible, post as postLife } from "@/features/forum/rules";
import type { PostState } from "@/lib/enums/forum";
import { copyLink } from "@/ui/copy-text";
import { useRouter } from "@/ui/use-router";
import { memberHref, postHref } from "../../hrefs";
import type { PostAction } from "../components/post-menu";
import type { PostDto } from "../dto";

export interface PostDoings {
  /** Missing where nobody can write. */
  onReply?: ((post: PostDto) => void) | undefined;
  onQuote?: ((post: PostDto) => void) | undefined;
  /** Marks it as the answer, or takes the mark back; missing where the reader may not, or it makes no sense. */
  onAnswer?: ((post: PostDto, on: boolean) => void) | undefined;
  isAnswer?: boolean;
  onEdit?: (() => void) | undefined;
  onDelete: () => void;
  onHistory: () => void;
  onReport: () => void;
  /** Hides it, takes it away or brings it back; missing for those who do not moderate. */
  onModerate?: ((act: "hide" | "restore" | "remove") => void) | undefined;
}

/** Whether there are earlier wordings that its reader may read: its author and the team do. */
export const readsHistory = ({ own, editedAt }: Pick<PostDto, "own" | "editedAt">, moderates: boolean): boolean =>
  editedAt !== null && (own || moderates);

/** What its reader may do to a message, in the order of the menu. */
export function usePostActions(post: PostDto, doings: PostDoings): PostAction[] {
  const t = useTranslations("forum.post");
  const router = useRouter();
  const visible = isVisible(post.state) && post.message !== null;
  const { onReply, onQuote, onAnswer, onEdit, isAnswer = false, onModerate } = doings;
  const may = (to: PostState) => postLife.can(post.state, to, "moderator");
  const actions: (PostAction | false | undefined)[] = [
    visible && onReply && { key: "reply", label: t("reply"), Icon: ArrowUturnLeftIcon, onSelect: () => onReply(post) },
    visible && onQuote && { key: "quote", label: t("quote"), Icon: ChatBubbleBottomCenterTextIcon, onSelect: () => onQuote(post) },
    { key: "link", label: t("copyLink"), Icon: LinkIcon, onSelect: () => void copyLink(postHref(post.uid), t("copied")) },
    visible &&
      onAnswer && {
        key: "answer",
        label: t(isAnswer ? "unmarkAnswer" : "markAnswer"),
        Icon: isAnswer ? XCircleIcon : CheckCircleIcon,
        onSelect: () => onAnswer(post, !isAnswer),
      },
    visible && post.own && onEdit && { key: "edit", label: t("edit"), Icon: PencilSquareIcon, onSelect: onEdit },
    visible &&
      readsHistory(post, onModerate !== undefined) && { key: "history", label: t("history"), Icon: ClockIcon, onSelect: doings.onHistory },
    visible && post.own && { key: "delete", label: t("delete"), Icon: TrashIcon, onSelect: doings.onDelete, danger: true },
    visible && !post.own && { key: "report", label: t("report"), Icon: FlagIcon, onSelect: doings.onReport },
    onModerate && may("hidden") && { key: "hide", label: t("hide"), Icon: EyeSlashIcon, onSelect: () => onModerate("hide") },
    onModerate &&
      may("restored") &&
      post.message !== null && { key: "restore", label: t("restore"), Icon: EyeIcon, onSelect: () => onModerate("restore") },
    onModerate &&
      post.author !== null && {
        key: "record",
        label: t("record"),
        Icon: IdentificationIcon,
        onSelect: () => router.push(memberHref(post.author?.uid ?? "")),
      },
    onModerate &&
      may("removed") && { key: "remove", label: t("remove"), Icon: NoSymbolIcon, onSelect: () => onModerate("remove"), danger: true },
  ];
  return actions.filter((action) => action !== false && action !== undefined);
}
