"use client";

import { UserIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { PersonViewings } from "@/features/admin/viewings/components/person-viewings";
import { PersonPlan } from "@/features/subscription/components/admin/person-plan";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { PEOPLE_PAGE } from "../hrefs";
import { PersonCommunity } from "./person-community";
import { PersonHead } from "./person-head";
import { PersonHistory } from "./person-history";
import { PersonFactors, PersonNumbers, PersonSessions, PersonTalks } from "./person-sections";

export type Person = RouterOutputs["admin"]["people"]["person"]["data"];

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Somebody's account, what stands around it, and what can be done about it. */
export function PersonPage() {
  const t = useTranslations("admin.people");
  const uid = useSearchParams().get("uid") ?? "";
  const known = UUID.test(uid);
  const query = trpc.admin.people.person.useQuery({ uid }, { enabled: known, retry: false });
  const gone = !known || toApiError(query.error).code === "notFound";
  if (gone)
    return (
      <Notice level={1} icon={<UserIcon />} title={t("gone")} text={t("goneText")}>
        <ButtonLink href={PEOPLE_PAGE}>{t("everybody")}</ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <Refused query={query} />;
  const person = query.data?.data;
  return (
    <>
      <BackLink href={PEOPLE_PAGE} text={t("everybody")} />
      {person ? (
        <div className="grid gap-6">
          <PersonHead person={person} />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <PersonNumbers person={person} />
            <PersonFactors person={person} />
          </div>
          <PersonSessions person={person} />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <PersonTalks person={person} />
            <PersonCommunity uid={person.uid} />
          </div>
          {person.role === "candidate" ? <PersonViewings uid={person.uid} /> : null}
          {person.history ? <PersonHistory uid={person.uid} /> : null}
          <PersonPlan email={person.email} />
        </div>
      ) : (
        <LoadingList />
      )}
    </>
  );
}
