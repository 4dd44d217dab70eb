"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowUturnLeftIcon, BellAlertIcon, CheckCircleIcon, ClockIcon, UserPlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFormat } from "@/i18n/use-format";
import { HOUR_MS } from "@/lib/durations";
import { toApiError, trpc } from "@/trpc/client";
import { isMissing, useWhyNothing } from "@/trpc/load-failed";
import { serverNow } from "@/trpc/token";
import { Button } from "@/ui/button";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { passFocusOn } from "@/ui/pass-focus-on";
import { browserZone } from "@/ui/time-zones";
import { notify } from "@/ui/toast";
import { sentBefore } from "../../chat/hooks/outbox";
import { useRefusalWords } from "../../chat/hooks/use-refusal-words";
import { mayWork, morningAfter } from "../rules";
import type { TeamView } from "./inbox-conversation";
import { useInboxKeys } from "./shortcuts";

interface Shown {
  /** The number of the last message that is shown, where any is. */
  seq: number | undefined;
  /** Called when there is more than that. */
  onBehind: () => void;
}

/** What the team does with a conversation: give it to somebody, put it aside, or say that it is solved. */
export function InboxActions({ held, me, seq, onBehind }: { held: TeamView; me: string } & Shown) {
  const t = useTranslations("support.inbox");
  const format = useFormat();
  const act = useActs(held.uid, onBehind);
  const over = held.state === "resolved" || held.state === "closed";
  const assignToMe = () => act.assign.mutate({ conversationId: held.uid, assigneeId: me, expected: held.assignee?.uid ?? null });
  const resolve = () => act.resolve.mutate({ conversationId: held.uid, seq });
  const reopen = () => act.reopen.mutate({ conversationId: held.uid });
  useInboxKeys([
    ["a", () => held.assignee?.uid !== me && assignToMe()],
    ["e", () => !over && resolve()],
    ["o", () => held.state === "resolved" && reopen()],
  ]);
  return (
    // Some of what is done takes its button away: the focus stays among them.
    <div tabIndex={-1} className="mt-3 flex flex-wrap items-center gap-2">
      <Assignee
        held={held}
        onAssign={(assigneeId) => act.assign.mutate({ conversationId: held.uid, assigneeId, expected: held.assignee?.uid ?? null })}
      />
      {held.assignee?.uid === me ? null : (
        <Button
          ref={passFocusOn}
          look="outline"
          size="sm"
          icon={<UserPlusIcon className="size-5" />}
          busy={act.assign.isPending}
          onClick={assignToMe}
        >
          {t("assignToMe")}
        </Button>
      )}
      {held.state === "snoozed" ? (
        <>
          <Button
            ref={passFocusOn}
            look="outline"
            size="sm"
            icon={<BellAlertIcon className="size-5" />}
            busy={act.wake.isPending}
            onClick={() => act.wake.mutate({ conversationId: held.uid })}
          >
            {t("wake")}
          </Button>
          {held.snoozedUntil ? (
            <span className="text-sm text-ink-soft">{t("snoozedUntil", { date: format.dateTime(held.snoozedUntil) })}</span>
          ) : null}
        </>
      ) : over ? null : (
        <SnoozeMenu onSnooze={(until) => act.snooze.mutate({ conversationId: held.uid, until: until.toISOString(), seq })} />
      )}
      {/* One button for both ways: whoever pressed it by mistake has the focus where it is taken back. */}
      {held.state === "closed" ? null : (
        <Button
          look="outline"
          size="sm"
          icon={over ? <ArrowUturnLeftIcon className="size-5" /> : <CheckCircleIcon className="size-5" />}
          busy={act.resolve.isPending || act.reopen.isPending}
          // The second click of two at once is for what the first one did, and not to undo it.
          onClick={({ detail }) => detail < 2 && (over ? reopen : resolve)()}
        >
          {t(over ? "reopen" : "resolve")}
        </Button>
      )}
    </div>
  );
}

/** Each act answers with the conversation as it then is. */
function useActs(conversationId: string, onBehind: () => void) {
  const t = useTranslations("support.inbox");
  const common = useTranslations("common");
  const refusalWords = useRefusalWords();
  const utils = trpc.useUtils();
  const options = {
    onSuccess: (data: { data: TeamView }) => {
      utils.support.inbox.view.setData({ conversationId }, data);
      void utils.support.inbox.list.invalidate();
      void utils.support.inbox.queues.invalidate();
    },
    onError: (error: unknown) => {
      const { code } = toApiError(error);
      if (code === "conflict") onBehind();
      notify("error", code === "conflict" ? t("writtenSince") : (refusalWords(error) ?? common("offline")));
      void utils.support.inbox.view.invalidate({ conversationId });
    },
  };
  const afterAnswers = { ...options, onMutate: () => sentBefore(conversationId) };
  return {
    assign: trpc.support.inbox.assign.useMutation(options),
    resolve: trpc.support.inbox.resolve.useMutation(afterAnswers),
    snooze: trpc.support.inbox.snooze.useMutation(afterAnswers),
    wake: trpc.support.inbox.wake.useMutation(options),
    reopen: trpc.support.inbox.reopen.useMutation(options),
  };
}

function Assignee({ held, onAssign }: { held: TeamView; onAssign: (uid: string | null) => void }) {
  const t = useTranslations("support.inbox");
  const id = useId();
  const whyNothing = useWhyNothing();
  const team = trpc.support.inbox.team.useQuery(undefined, { staleTime: 5 * 60_000 });
  const able = (team.data?.data ?? []).filter(({ uid }) => mayWork(held.person.uid, uid));
  // Somebody who left the team may still have it.
  const members = held.assignee && !able.some(({ uid }) => uid === held.assignee?.uid) ? [held.assignee, ...able] : able;
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <label htmlFor={id} className="text-ink-soft">
        {t("assignee")}
      </label>
      <select
        id={id}
        value={held.assignee?.uid ?? ""}
        onFocus={() => isMissing(team) && void team.refetch()}
        onChange={(event) => onAssign(event.target.value || null)}
        className="h-9 max-w-44 truncate rounded-box border border-line-strong/70 bg-surface px-2"
      >
        <option value="">{t("nobody")}</option>
        {members.map(({ uid, name }) => (
          <option key={uid} value={uid}>
            {name}
          </option>
        ))}
        {team.data ? null : <option disabled>{whyNothing(team, "")}</option>}
      </select>
    </span>
  );
}

function SnoozeMenu({ onSnooze }: { onSnooze: (until: Date) => void }) {
  const t = useTranslations("support.inbox");
  const choices = {
    hours: () => new Date(serverNow() + 3 * HOUR_MS),
    tomorrow: () => morningAfter(new Date(serverNow()), browserZone() ?? "UTC"),
    week: () => new Date(serverNow() + 7 * 24 * HOUR_MS),
  };
  return (
    // The menu's own button hears nothing of its end.
    <span ref={passFocusOn}>
      <Menu>
        <MenuButton as={Button} look="outline" size="sm" icon={<ClockIcon className="size-5" />}>
          {t("snooze")}
        </MenuButton>
        <MenuItems anchor="bottom start" transition className={MENU_PANEL}>
          {(["hours", "tomorrow", "week"] as const).map((choice) => (
            <MenuItem key={choice}>
              <button type="button" className={MENU_ITEM} onClick={() => onSnooze(choices[choice]())}>
                {t(`snoozes.${choice}`)}
              </button>
            </MenuItem>
          ))}
        </MenuItems>
      </Menu>
    </span>
  );
}
