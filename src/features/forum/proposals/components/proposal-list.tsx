"use client";

import { LightBulbIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { useFormat } from "@/i18n/use-format";
import { localeDirection, localeTag } from "@/lib/locales";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { Button, ButtonLink } from "@/ui/button";
import { Badge, Card, Notice } from "@/ui/card";
import { SelectField } from "@/ui/field";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useWithinPages } from "@/ui/use-within-pages";
import { CARE, postHref } from "../../hrefs";
import { Byline } from "../../members/components/byline";
import { ReasonDialog } from "../../moderation/components/reason-dialog";
import { useCare } from "../../moderation/hooks/use-care";
import { isVisible, proposal as proposalLife } from "../../rules";
import type { ProposalDto } from "../dto";
import { mayAdopt, TEAM_STATES } from "../rules";

const adoptHref = (uid: string): string => `${CARE}/proposal?uid=${uid}`;

/** Questions that people were asked, by where they are on their way into the bank. */
export function ProposalList() {
  const t = useTranslations("forum.care.proposals");
  const tabs = useTranslations("forum.care.tab");
  const { params, href, replace } = useAddress();
  const page = pageOf(params);
  const state = TEAM_STATES.find((one) => one === params.get("state")) ?? "proposed";
  const query = trpc.forum.proposals.list.useQuery({ state, page }, { placeholderData: keepPreviousData });
  const heading = useRef<HTMLHeadingElement>(null);
  useWithinPages(query, page, (to) => replace({ page: to }));
  if (isMissing(query)) return <Refused query={query} level={2} />;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {tabs("proposals")}
      </h2>
      <div className="mb-6 max-w-xs">
        <SelectField
          label={t("state")}
          value={state}
          onChange={({ target }) => replace({ state: target.value === "proposed" ? undefined : target.value })}
        >
          {TEAM_STATES.map((one) => (
            <option key={one} value={one}>
              {t(`states.${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {query.data ? null : <LoadingList />}
      {query.data?.meta.total === 0 ? <Notice icon={<LightBulbIcon />} title={t("empty")} text={t("emptyText")} /> : null}
      <ul className="grid gap-5">
        {query.data?.data.map((proposal) => (
          <li key={proposal.uid}>
            <ProposalCard proposal={proposal} onDone={() => heading.current?.focus()} />
          </li>
        ))}
      </ul>
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(target) => href({ page: target })} />
    </>
  );
}

function ProposalCard({ proposal, onDone }: { proposal: ProposalDto; onDone: () => void }) {
  const { uid, question, company, role, askedOn, state, locale, proposer, post, reason } = proposal;
  const t = useTranslations("forum.care.proposals");
  const format = useFormat();
  const id = useId();
  const { done } = useCare();
  const [declining, setDeclining] = useState(false);
  const decline = trpc.forum.proposals.decline.useMutation();
  const { userId } = useSession();
  const seen = isVisible(post.state);
  const adoptable = mayAdopt({ state, post, proposerId: proposer?.uid ?? null }, userId ?? "");
  const declinable = proposalLife.can(state, "declined", "moderator");
  return (
    <Card className="p-4 sm:p-6">
      <article aria-labelledby={id} className="grid grid-cols-1 gap-3">
        <h3 id={id} lang={localeTag(locale)} dir={localeDirection(locale)} className="text-lg font-semibold break-words">
          {question}
        </h3>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
          <Badge>{format.language(locale)}</Badge>
          {seen ? null : <Badge tone="warning">{t("unseen")}</Badge>}
          <span>{t("asked", { company, role, date: format.day(askedOn) })}</span>
          <Byline author={proposer} compact />
          <Link href={postHref(post.uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
            {t("message")}
          </Link>
        </p>
        {reason ? (
          <p className="break-words" dir="auto">
            {reason}
          </p>
        ) : null}
        {adoptable || declinable ? (
          <div className="flex flex-wrap gap-2">
            {adoptable ? <ButtonLink href={adoptHref(uid)}>{t("adopt")}</ButtonLink> : null}
            {declinable ? (
              <Button look="outline" onClick={() => setDeclining(true)}>
                {t("decline")}
              </Button>
            ) : null}
          </div>
        ) : null}
      </article>
      {declining ? (
        <ReasonDialog
          draft={`decline-${uid}`}
          title={t("declineTitle")}
          text={t("declineText")}
          confirm={t("decline")}
          needed
          onClose={() => setDeclining(false)}
          onConfirm={async (why) => {
            await decline.mutateAsync({ uid, reason: why });
            await done();
            onDone();
          }}
        />
      ) : null}
    </Card>
  );
}
