"use client";

import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { PersonView } from "./person-view";

/** What somebody has, was given and paid. @param named where nothing else on the page says whose it is */
export function PersonPlan({ email, named = false }: { email: string; named?: boolean }) {
  const t = useTranslations("subscription.admin");
  const person = trpc.subscription.admin.person.useQuery({ email }, { retry: false });
  const code = person.isError ? toApiError(person.error).code : undefined;
  if (code === "notFound" || code === "invalidInput") return <Alert tone="warning">{t("unknown")}</Alert>;
  if (isMissing(person)) return <LoadFailed query={person} />;
  return person.data ? <PersonView person={person.data.data} named={named} /> : <LoadingList />;
}
