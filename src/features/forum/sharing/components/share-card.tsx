"use client";

import { AcademicCapIcon, MicrophoneIcon, PlayIcon, VideoCameraIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Player } from "@/features/practice/components/player";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { passFocusOn } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import type { ShareDto } from "../dto";

interface ShareCardProps {
  share: ShareDto;
  /** The message is the reader's: they may take back what they shared. */
  own: boolean;
  onChanged: () => void;
}

/** What is shared with a message: a question to practise, or a take to play. */
export function ShareCard({ share, own, onChanged }: ShareCardProps) {
  const t = useTranslations("forum.share");
  const showError = useErrorToast();
  const { uid, kind, state, question } = share;
  const revoke = trpc.forum.sharing.revoke.useMutation({
    onSuccess: () => {
      notify("success", t("revoked"));
      onChanged();
    },
    onError: showError,
  });
  return (
    <div className="grid grid-cols-1 gap-3 rounded-box border border-line bg-sunken/40 p-4">
      <div className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text [&_svg]:size-5">
          {kind === "question" ? <AcademicCapIcon /> : share.recording?.kind === "audio" ? <MicrophoneIcon /> : <VideoCameraIcon />}
        </span>
        <div className="min-w-0 grow">
          <p className="text-sm text-ink-soft">{t(`kinds.${kind}`)}</p>
          <p className="font-semibold break-words">{question.text}</p>
        </div>
      </div>
      {state !== "open" ? (
        // To others it comes only where they decide about it.
        <p className="text-sm text-ink-soft">{t(state === "revoked" && !own ? "takenBack" : `states.${state}`)}</p>
      ) : null}
      {state === "open" && kind === "question" ? (
        <Link
          href={`/dashboard/practice/session?question=${question.uid}`}
          className="w-fit rounded-sm font-semibold text-primary-text underline-offset-4 hover:underline"
        >
          {t("practise")}
        </Link>
      ) : null}
      {state === "open" && kind === "take" ? <Take share={share} onGone={onChanged} /> : null}
      {own && state === "open" ? (
        <Button
          ref={passFocusOn}
          look="ghost"
          size="sm"
          className="justify-self-start"
          busy={revoke.isPending}
          onClick={() => revoke.mutate({ shareId: uid })}
        >
          {t(kind === "take" ? "revokeTake" : "revokeQuestion")}
        </Button>
      ) : null}
    </div>
  );
}

/** Asks for the address only when somebody wants to play it: each time is noted for its maker. */
function Take({ share, onGone }: { share: ShareDto; onGone: () => void }) {
  const t = useTranslations("forum.share");
  const common = useTranslations("common");
  const format = useFormat();
  // Kept beside the call: while the next address is asked for, the player stays where it is.
  const [opened, setOpened] = useState<RouterOutputs["forum"]["sharing"]["open"]["data"]>();
  const open = trpc.forum.sharing.open.useMutation({
    onSuccess: ({ data }) => setOpened(data),
    onError: (error) => {
      const { code, message } = toApiError(error);
      notify("error", code === "notFound" ? t("states.gone") : (message ?? common("offline")));
      if (code === "notFound") onGone();
    },
  });
  return (
    <>
      {opened?.recording ? (
        <Player
          src={opened.link}
          kind={opened.recording.kind}
          type={opened.recording.type}
          label={share.question.text}
          starts
          onExpired={() => open.mutate({ shareId: share.uid })}
        />
      ) : (
        <Button
          look="outline"
          className="justify-self-start"
          icon={<PlayIcon className="size-5" />}
          busy={open.isPending}
          onClick={() => open.mutate({ shareId: share.uid })}
        >
          {t("play", { length: format.clock(share.recording?.durationMs ?? 0) })}
        </Button>
      )}
      {share.expiresAt ? <p className="text-sm text-ink-soft">{t("until", { date: format.dateTime(share.expiresAt) })}</p> : null}
    </>
  );
}
