"use client";

import { skipToken } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TRANSIENT, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Byline } from "../../members/components/byline";
import { MemberRecord } from "./member-record";
import { SuspendDialog } from "./suspend-dialog";

/** A member, how they have behaved so far, and what keeps them from writing for a while, or lets them write again. */
export function MemberCard({ memberId }: { memberId: string }) {
  const t = useTranslations("forum.care");
  const [asking, setAsking] = useState(false);
  const found = trpc.forum.log.member.useQuery(memberId ? { memberId } : skipToken, { retry: false });
  if (isMissing(found) && TRANSIENT.includes(toApiError(found.error).code)) return <LoadFailed query={found} />;
  if (!found.data) return null;
  const { member, record } = found.data.data;
  return (
    <Card className="mb-6 grid gap-4 p-4 sm:p-5">
      <h2>
        <Byline author={member} />
      </h2>
      <MemberRecord record={record} />
      {member.role === "team" ? null : (
        <div className="flex flex-wrap gap-2">
          <Button look="outline" onClick={() => setAsking(true)}>
            {t(record.suspendedUntil ? "lift.now" : "suspend.now")}
          </Button>
        </div>
      )}
      {asking ? <SuspendDialog member={member} until={record.suspendedUntil} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}
