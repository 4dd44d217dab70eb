"use client";

import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { LoadingList } from "@/ui/spinner";
import { EmailCard } from "./email-card";
import { FactorsCard } from "./factors-card";
import { PasswordCard } from "./password-card";
import { ThirdPartiesCard } from "./third-parties-card";

export type Security = RouterOutputs["account"]["factors"]["get"]["data"];

/** What opens the account and what protects it. */
export function SecuritySection() {
  const security = trpc.account.factors.get.useQuery();
  const profile = trpc.account.profile.useQuery();
  if (isMissing(security)) return <LoadFailed query={security} />;
  if (isMissing(profile)) return <LoadFailed query={profile} />;
  if (!security.data || !profile.data) return <LoadingList />;
  const { email, emailVerified, pendingEmail } = profile.data.data;
  return (
    <>
      <EmailCard email={email} confirmed={emailVerified} pending={pendingEmail} />
      <PasswordCard email={email} hasPassword={security.data.data.hasPassword} />
      <FactorsCard security={security.data.data} />
      <ThirdPartiesCard thirdParties={security.data.data.thirdParties} />
    </>
  );
}
