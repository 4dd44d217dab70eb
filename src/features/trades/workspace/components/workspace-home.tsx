"use client";

import { useTranslations } from "next-intl";
import { fullName } from "@/lib/names";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { RoleBadge } from "../../components/role-badge";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { workspaceHref } from "../../hrefs";
import { WorkspaceFacts } from "./workspace-facts";

/** People who are named at once; all of them have a page. */
const FIRST = 5;

export function WorkspaceHome() {
  const t = useTranslations("trades");
  return (
    <WorkspaceFrame tab="home">
      {(workspace) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Section title={t("home.details")}>
            <WorkspaceFacts workspace={workspace} />
          </Section>
          <Section title={t("members.title")} lead={t("home.peopleLead")}>
            <FirstPeople workspace={workspace} />
          </Section>
        </div>
      )}
    </WorkspaceFrame>
  );
}

function FirstPeople({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades");
  const query = trpc.trades.members.list.useQuery({ workspaceId: workspace.uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  return (
    <>
      <ul className="divide-y divide-line">
        {query.data.data.slice(0, FIRST).map(({ uid, role, ...person }) => (
          <li key={uid} className="flex items-center justify-between gap-3 py-2.5">
            <span className="min-w-0 truncate font-medium">
              <bdi>{fullName(person)}</bdi>
            </span>
            <RoleBadge role={role} />
          </li>
        ))}
      </ul>
      <ButtonLink href={workspaceHref(workspace.uid, "members")} look="outline" className="mt-4">
        {t("home.toMembers")}
      </ButtonLink>
    </>
  );
}
