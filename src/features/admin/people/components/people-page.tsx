"use client";

import { UsersIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useErrorToast } from "@/trpc/use-error";
import { ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import type { BulkAction } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { type PersonRow, usePeople } from "../hooks/use-people";
import { usePeopleColumns } from "../hooks/use-people-columns";
import { useTurning } from "../hooks/use-turning";
import { PEOPLE_PAGE, personHref } from "../hrefs";
import { PeopleFilters } from "./people-filters";
import { SuspendDialog } from "./suspend-dialog";

type Outcome = Awaited<ReturnType<BulkAction<PersonRow>["run"]>>;

/** Who is to be kept out once there is a reason, and who waits for what becomes of it. */
interface Asking {
  rows: PersonRow[];
  settle: (outcome: Outcome) => void;
}

/** Everybody who has an account: to be found, looked at and helped. */
export function PeoplePage() {
  const t = useTranslations("admin.people");
  const showError = useErrorToast();
  const { query, rows, sort, onSort } = usePeople();
  const columns = usePeopleColumns();
  const { suspend, restore } = useTurning();
  const [asking, setAsking] = useState<Asking>();
  if (isMissing(query)) return <Refused query={query} />;
  const uids = (chosen: PersonRow[]) => chosen.map(({ uid }) => uid);
  const refused = (error: unknown) => {
    showError(error);
    return null;
  };
  const answer = (outcome: Outcome) => {
    asking?.settle(outcome);
    setAsking(undefined);
  };
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <DataTable
        name="people"
        caption={t("title")}
        columns={columns}
        rows={rows}
        rowId={({ uid }) => uid}
        href={({ uid }) => personHref(uid)}
        sort={sort}
        onSort={onSort}
        loading={query.isPending || query.isPlaceholderData}
        filters={<PeopleFilters />}
        actions={[
          {
            id: "suspend",
            label: t("acts.suspend"),
            danger: true,
            run: (chosen) => new Promise((settle) => setAsking({ rows: chosen, settle })),
          },
          { id: "restore", label: t("acts.restore"), run: (chosen) => restore(uids(chosen)).catch(refused) },
        ]}
        empty={
          <Notice icon={<UsersIcon />} title={t("empty")} text={t("emptyText")}>
            <ButtonLink look="outline" href={PEOPLE_PAGE}>
              {t("everybody")}
            </ButtonLink>
          </Notice>
        }
        more={{ hasMore: query.hasNextPage, loading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
      />
      {asking ? (
        <SuspendDialog
          uids={uids(asking.rows)}
          title={t("suspend.many", { count: asking.rows.length })}
          onClose={() => answer(null)}
          onConfirm={async (reason) => answer(await suspend(uids(asking.rows), reason))}
        />
      ) : null}
    </>
  );
}
