"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { fullName } from "@/lib/names";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Badge } from "@/ui/card";
import { Row } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { RoleBadge } from "../../components/role-badge";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { Invites } from "../../invites/components/invites";
import { manages } from "../../rules";
import { MemberMenu } from "./member-menu";

export function MembersPage() {
  const t = useTranslations("trades.members");
  return (
    <WorkspaceFrame tab="members">
      {(workspace) => (
        <div className="grid max-w-3xl gap-8">
          <section aria-labelledby="people">
            <h2 id="people" className="text-lg font-semibold">
              {t("title")}
            </h2>
            <p className="mt-1 mb-4 text-ink-soft">{t("lead")}</p>
            <Members workspace={workspace} />
          </section>
          {manages(workspace.role) ? <Invites workspace={workspace} /> : null}
        </div>
      )}
    </WorkspaceFrame>
  );
}

function Members({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.members");
  const format = useFormat();
  const query = trpc.trades.members.list.useQuery({ workspaceId: workspace.uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  return (
    <ul className="grid gap-3">
      {query.data.data.map((member) => (
        <Row
          key={member.uid}
          heading={
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              <bdi className="wrap-anywhere">{fullName(member)}</bdi>
              <RoleBadge role={member.role} />
              {member.you ? <Badge>{t("you")}</Badge> : null}
            </p>
          }
          facts={
            <>
              {member.email ? (
                <span dir="ltr" className="min-w-0 wrap-anywhere rtl:text-end">
                  {member.email}
                </span>
              ) : null}
              <span>{t("since", { date: format.date(member.joinedAt) })}</span>
            </>
          }
          actions={<MemberMenu workspace={workspace} member={member} />}
        />
      ))}
    </ul>
  );
}
