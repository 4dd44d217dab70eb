"use client";

import { UserGroupIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { isStored } from "@/features/practice/rules";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { useVoiceUpload } from "../hooks/use-voice-upload";
import { REVIEWS, requestHref } from "../hrefs";
import { AskDialog } from "./ask-dialog";
import { RequestState } from "./request-state";
import { VoiceProgress } from "./voice-progress";
import { WithdrawButton } from "./withdraw-button";

/** What peers say of an own answer: asking them, how far it is, and the way to what they said. */
export function AskCard({ answerId }: { answerId: string }) {
  const t = useTranslations("peerReview.ask");
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const answer = trpc.practice.answer.useQuery({ uid: answerId }, { staleTime: 10 * 60_000, refetchOnWindowFocus: false }).data?.data;
  const last = trpc.peerReview.requests.ofAnswer.useQuery({ answer_id: answerId });
  const request = last.data?.data;
  const overview = trpc.peerReview.overview.useQuery(undefined, { staleTime: 60_000 });
  const { upload, start } = useVoiceUpload(() => void utils.peerReview.invalidate());
  if (!answer?.recording || !isStored(answer.state)) return null;
  const failed = [last, overview].find(isMissing);
  if (failed) return <LoadFailed query={failed} />;
  if (request === undefined || !overview.data) return null;
  const { owed, asked } = overview.data.data;
  const running = request !== null && request.state !== "withdrawn";
  const again = () => request && void start({ requestId: request.uid, answerId });
  // Why what was asked before came to nothing.
  const ended = request ? (
    <div className="mt-2 mb-4">
      <RequestState request={request} />
    </div>
  ) : null;
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("cardTitle")}</h2>
      {running ? (
        <div className="mt-2 grid gap-4">
          <RequestState request={request} />
          {request.awaitsVoice ? (
            upload.step === "idle" ? (
              <Button className="justify-self-start" onClick={again}>
                {t("sendVoice")}
              </Button>
            ) : (
              <VoiceProgress upload={upload} onAgain={again} />
            )
          ) : null}
          <div className="flex flex-wrap gap-3">
            <ButtonLink look="outline" href={requestHref(request.uid)}>
              {t("open")}
            </ButtonLink>
            <WithdrawButton request={request} />
          </div>
        </div>
      ) : request?.withdrawnFor === "moderated" ? (
        ended
      ) : owed > 0 ? (
        <>
          {ended}
          <p className="mt-1 mb-5 text-ink-soft">{t("owed", { count: owed })}</p>
          <ButtonLink look="outline" href={REVIEWS}>
            {t("give")}
          </ButtonLink>
        </>
      ) : (
        <>
          {ended}
          <p className="mt-1 mb-5 text-ink-soft">{t("lead")}</p>
          <Button look="outline" icon={<UserGroupIcon className="size-5" />} onClick={() => setAsking(true)}>
            {t("ask")}
          </Button>
        </>
      )}
      {asking ? (
        <AskDialog
          answerId={answerId}
          kind={answer.recording.kind}
          linked={answer.share_link !== null}
          first={asked === 0}
          onAsked={({ uid, staged }) => {
            setAsking(false);
            if (staged) void start({ requestId: uid, answerId });
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}
