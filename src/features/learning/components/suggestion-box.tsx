"use client";

import { PlayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { VideoKind } from "@/lib/enums/learning";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { notify } from "@/ui/toast";
import { videoHref } from "./video-card";

type Suggestion = RouterOutputs["learning"]["suggestedTutorial"]["data"];

/** What to watch next, and why. It waits for nobody: the list below stands without it. */
export function SuggestionBox({ kind, suggestion }: { kind: VideoKind; suggestion: Suggestion | undefined }) {
  const t = useTranslations("learning.suggested");
  const heading = useRef<HTMLHeadingElement>(null);
  if (suggestion === undefined) return null;
  return (
    <Card className="relative mb-8 overflow-hidden p-5 sm:p-6">
      <span className="absolute inset-y-0 start-0 w-1.5 bg-primary" aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1} className="text-sm font-semibold text-primary-text outline-none">
        {t("title")}
      </h2>
      <div aria-live="polite">
        {suggestion ? (
          <>
            <h3 className="mt-2 text-lg font-semibold">{suggestion.title}</h3>
            <p className="mt-1 max-w-3xl">{suggestion.description}</p>
            <p className="mt-2 text-ink-soft">{suggestion.reason}</p>
          </>
        ) : (
          <p className="mt-2">{t("nothingLeft")}</p>
        )}
      </div>
      {suggestion ? (
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink href={videoHref(kind, suggestion.uid)} icon={<PlayIcon className="size-5" />}>
            {t("watch")}
          </ButtonLink>
          <Dismiss uid={suggestion.uid} onDone={() => heading.current?.focus()} />
        </div>
      ) : null}
    </Card>
  );
}

function Dismiss({ uid, onDone }: { uid: string; onDone: () => void }) {
  const t = useTranslations("learning.suggested");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const dismiss = trpc.learning.dismissSuggestion.useMutation({
    onSuccess: async () => {
      notify("success", t("dismissed"));
      await Promise.all([utils.learning.suggestedMentorship.invalidate(), utils.learning.suggestedTutorial.invalidate()]);
      onDone();
    },
    onError: showError,
  });
  return (
    <Button look="outline" busy={dismiss.isPending} onClick={() => dismiss.mutate({ uid })}>
      {t("dismiss")}
    </Button>
  );
}
