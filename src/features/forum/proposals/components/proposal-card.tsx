"use client";

import { LightBulbIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/card";
import { passFocusOn } from "@/ui/pass-focus-on";
import type { ProposedDto } from "../dto";

interface ProposalCardProps {
  proposal: ProposedDto;
  /** The message is the reader's. */
  own: boolean;
  onChanged: () => void;
}

/** The question that a message tells of, and how far it is on its way into the bank. */
export function ProposalCard({ proposal, own, onChanged }: ProposalCardProps) {
  const { uid, question, company, role, askedOn, state, questionId, reason } = proposal;
  const t = useTranslations("forum.proposal");
  const showError = useErrorToast();
  const format = useFormat();
  const withdraw = trpc.forum.proposals.withdraw.useMutation({
    onSuccess: onChanged,
    onError: showError,
  });
  return (
    <div className="grid grid-cols-1 gap-2 rounded-box border border-line bg-sunken/40 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft [&_svg]:size-5">
        <LightBulbIcon aria-hidden="true" />
        {t("title")}
        <Badge tone={state === "adopted" ? "success" : "neutral"}>{t(`states.${state}`)}</Badge>
      </p>
      <p className="font-semibold break-words" dir="auto">
        {question}
      </p>
      <p className="text-sm text-ink-soft">{t("where", { company, role, month: format.month(askedOn) })}</p>
      {state === "declined" && own && reason ? (
        <p className="text-sm break-words" dir="auto">
          {reason}
        </p>
      ) : null}
      {questionId ? (
        <Link
          href={`/dashboard/practice/session?question=${questionId}`}
          className="w-fit rounded-sm font-semibold text-primary-text underline-offset-4 hover:underline"
        >
          {t("practise")}
        </Link>
      ) : null}
      {own && state === "proposed" ? (
        <Button
          ref={passFocusOn}
          look="ghost"
          size="sm"
          className="justify-self-start"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ uid })}
        >
          {t("withdraw")}
        </Button>
      ) : null}
    </div>
  );
}
