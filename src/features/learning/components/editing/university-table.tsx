"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { isLocale } from "@/lib/locales";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useActing } from "@/trpc/use-acting";
import { ButtonLink } from "@/ui/button";
import { ContentFilters, MissingChoice, PUBLISHED_STATES, PublishedChoice } from "@/ui/editing/content-filters";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { useContentColumns } from "@/ui/editing/use-content-columns";
import { usePublishing } from "@/ui/editing/use-publishing";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useAddress } from "@/ui/use-address";
import { editUniversityHref } from "../../editing/hrefs";
import { useLearningOutcome } from "../../hooks/use-outcome";
import { Frame } from "./frame";

type University = RouterOutputs["learning"]["editing"]["universities"]["data"][number];

/** All universities, in the order in which people see them. Super admins edit them. @param files their ways into files and out of them */
export function UniversityTable({ files }: { files: ReactNode }) {
  const t = useTranslations("learning.editing");
  const learning = useTranslations("learning");
  const format = useFormat();
  const utils = trpc.useUtils();
  const { params, search, href } = useAddress();
  const missing = params.get("missing");
  const query = trpc.learning.editing.universities.useQuery(
    {
      page: pageOf(params),
      search: search || undefined,
      state: PUBLISHED_STATES.find((name) => name === params.get("state")),
      missing: isLocale(missing) ? missing : undefined,
    },
    { placeholderData: keepPreviousData },
  );
  const act = useActing(() => utils.learning.invalidate());
  const actions = usePublishing((uids, published) => act(api.learning.editing.publishUniversity.mutate({ uids, published })));
  const columns = useColumns();
  if (isMissing(query))
    return (
      <Frame part="universities">
        <Refused query={query} title={t("superOnly")} level={2} />
      </Frame>
    );
  return (
    <Frame
      part="universities"
      action={
        <div className="flex flex-wrap items-center gap-2">
          {files}
          <ButtonLink href={editUniversityHref()} icon={<PlusIcon className="size-5" />}>
            {t("universities.new")}
          </ButtonLink>
        </div>
      }
    >
      <h2 className="sr-only">{t("parts.universities")}</h2>
      <DataTable
        name="universities"
        caption={t("parts.universities")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => editUniversityHref(uid)}
        loading={!query.data || query.isPlaceholderData}
        filters={
          <ContentFilters label={learning("searchIn.universities")}>
            <PublishedChoice />
            <MissingChoice words={format.language} />
          </ContentFilters>
        }
        actions={actions}
        empty={<NothingFits filters={["state", "missing"]} />}
      />
      <Pagination page={pageOf(params)} total={query.data?.meta.total ?? 0} href={(page) => href({ page: page > 1 ? page : undefined })} />
    </Frame>
  );
}

function useColumns(): Column<University>[] {
  const t = useTranslations("learning.editing.universities");
  const editing = useTranslations("editing.move");
  const format = useFormat();
  const outcome = useLearningOutcome();
  const move = trpc.learning.editing.moveUniversity.useMutation();
  const { published, missing, order } = useContentColumns(format);
  return [
    { id: "name", header: t("name"), cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name, fixed: true },
    { id: "city", header: t("city"), cell: ({ city }) => <bdi>{city}</bdi>, text: ({ city }) => city },
    {
      id: "country",
      header: t("country"),
      cell: ({ country }) => format.country(country),
      text: ({ country }) => format.country(country),
    },
    published,
    missing,
    {
      id: "documents",
      header: t("papers"),
      cell: ({ documents }) => format.number(documents),
      text: ({ documents }) => documents,
      align: "end",
    },
    {
      ...order,
      cell: ({ uid, name }) => (
        <MoveMenu name={name} onMove={(to, then) => follow(move.mutateAsync({ uid, to }), outcome(editing("done"), then))} />
      ),
    },
  ];
}
