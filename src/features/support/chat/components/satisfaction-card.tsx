"use client";

import { HandThumbDownIcon, HandThumbUpIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { passFocusOn } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";

interface Entered {
  word?: "good" | "bad";
  comment: string;
}
const NOTHING: Entered = { comment: "" };

/** Asked once, when a conversation has been solved: did it help? */
export function SatisfactionCard({ conversationId }: { conversationId: string }) {
  const t = useTranslations("support.satisfaction");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const [{ word, comment }, setEntered] = useState<Entered>(NOTHING);
  const draft = `satisfaction-${conversationId}`;
  useEffect(() => setEntered(readDraft<Entered>(draft) ?? NOTHING), [draft]);
  const enter = (entered: Entered) => {
    setEntered(entered);
    // Without words there is nothing to lose, and another word may be meant next time.
    if (entered.comment) writeDraft(draft, entered);
    else clearDraft(draft);
  };
  const choosing = useRef(false);
  const choose = (chosen: "good" | "bad") => {
    choosing.current = true;
    enter({ word: chosen, comment });
  };
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (word && choosing.current) words.current?.querySelector("textarea")?.focus({ preventScroll: true });
  }, [word]);
  const rate = trpc.support.chat.rate.useMutation({
    onSuccess: (answer, { satisfaction }) => {
      clearDraft(draft);
      utils.support.chat.get.setData({ conversationId }, answer);
      if (satisfaction !== "dismissed") notify("success", t("thanks"));
    },
    onError: showError,
  });
  const say = (satisfaction: "good" | "bad" | "dismissed") =>
    rate.mutate({ conversationId, satisfaction, ...(comment.trim() ? { comment: comment.trim() } : {}) });
  return (
    <Card className="mx-auto mt-4 max-w-md p-4 text-center">
      <p className="font-semibold">{t("question")}</p>
      {word ? (
        <div ref={words} className="mt-3 grid gap-3 text-start">
          <TextArea
            label={t(`comment.${word}`)}
            rows={2}
            maxLength={1000}
            value={comment}
            onChange={(event) => enter({ word, comment: event.target.value })}
          />
          <Button ref={passFocusOn} busy={rate.isPending} onClick={() => say(word)}>
            {t("send")}
          </Button>
        </div>
      ) : (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Button look="outline" icon={<HandThumbUpIcon className="size-5" />} onClick={() => choose("good")}>
            {t("good")}
          </Button>
          <Button look="outline" icon={<HandThumbDownIcon className="size-5" />} onClick={() => choose("bad")}>
            {t("bad")}
          </Button>
          <Button ref={passFocusOn} look="ghost" busy={rate.isPending} onClick={() => say("dismissed")}>
            {t("dismiss")}
          </Button>
        </div>
      )}
    </Card>
  );
}
