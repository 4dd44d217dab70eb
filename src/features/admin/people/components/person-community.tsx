"use client";

import { useTranslations } from "next-intl";
import { memberHref } from "@/features/forum/hrefs";
import { MemberRecord } from "@/features/forum/suspensions/components/member-record";
import { toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Section } from "@/ui/editing/parts";

/** How somebody has behaved in the community; nothing for whoever is no member. What is decided about them is decided there. */
export function PersonCommunity({ uid }: { uid: string }) {
  const t = useTranslations("admin.people.community");
  const found = trpc.forum.log.member.useQuery({ memberId: uid }, { retry: false });
  const outside = toApiError(found.error).code === "notFound";
  const record = found.data?.data.record;
  return (
    <Section title={t("title")}>
      {isMissing(found) && !outside ? <LoadFailed query={found} /> : null}
      {record ? (
        <div className="grid gap-4">
          <MemberRecord record={record} />
          <ButtonLink look="outline" size="sm" className="justify-self-start" href={memberHref(uid)}>
            {t("open")}
          </ButtonLink>
        </div>
      ) : (
        <p className="text-ink-soft">{outside ? t("none") : ""}</p>
      )}
    </Section>
  );
}
