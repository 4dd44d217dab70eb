"use client";

import { BuildingStorefrontIcon, ChevronRightIcon, PlusIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { RoleBadge } from "../../components/role-badge";
import { WORKSPACE_NEW, workspaceHref } from "../../hrefs";

/** The workspaces that one belongs to. */
export function WorkspaceList() {
  const t = useTranslations("trades");
  const query = trpc.trades.workspace.list.useQuery();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const { workspaces, mayCreate } = query.data.data;
  const create = mayCreate ? (
    <ButtonLink href={WORKSPACE_NEW} icon={<PlusIcon className="size-5" />}>
      {t("new")}
    </ButtonLink>
  ) : null;
  const none = workspaces.length === 0;
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} action={none ? null : create} />
      {none ? (
        <Notice icon={<BuildingStorefrontIcon />} title={t("none")} text={t(mayCreate ? "noneText" : "noneInvited")}>
          {create}
        </Notice>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">
          {workspaces.map(({ uid, name, role, members }) => (
            <li key={uid}>
              <Link
                href={workspaceHref(uid)}
                className="flex min-h-20 items-center gap-4 rounded-box border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong sm:px-5"
              >
                <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text">
                  <BuildingStorefrontIcon className="size-6" aria-hidden="true" />
                </span>
                <span className="min-w-0 grow">
                  <span className="block font-semibold wrap-anywhere">
                    <bdi>{name}</bdi>
                  </span>
                  <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
                    <RoleBadge role={role} />
                    {t("people", { count: members })}
                  </span>
                </span>
                <ChevronRightIcon className="size-5 shrink-0 text-ink-soft rtl:-scale-x-100" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
