"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Row, StateBadge } from "@/ui/editing/parts";
import { pageOf } from "@/ui/pagination";
import { SearchField } from "@/ui/search-field";
import { useAddress } from "@/ui/use-address";
import { useOutcome } from "../../hooks/use-outcome";
import { Results } from "../results";
import { Frame } from "./frame";
import { Refused } from "./parts";
import { editUniversityHref } from "./places";

type University = RouterOutputs["learning"]["editing"]["universities"]["data"][number];

/** All universities, in the order in which people see them. Super admins edit them. */
export function UniversityTable() {
  const t = useTranslations("learning.editing");
  const learning = useTranslations("learning");
  const { params, search, replace } = useAddress();
  const query = trpc.learning.editing.universities.useQuery(
    { page: pageOf(params), search: search || undefined },
    { placeholderData: keepPreviousData },
  );
  if (query.isError && !query.data)
    return (
      <Frame part="universities">
        <Refused query={query} superOnly level={2} />
      </Frame>
    );
  return (
    <Frame
      part="universities"
      action={
        <ButtonLink href={editUniversityHref()} icon={<PlusIcon className="size-5" />}>
          {t("universities.new")}
        </ButtonLink>
      }
    >
      <h2 className="sr-only">{t("parts.universities")}</h2>
      <div className="mb-6">
        <SearchField label={learning("searchIn.universities")} value={search} onSearch={(next) => replace({ search: next })} />
      </div>
      <Results query={query}>
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((university) => (
              <UniversityRow key={university.uid} university={university} />
            ))}
          </ul>
        )}
      </Results>
    </Frame>
  );
}

function UniversityRow({ university: { uid, name, city, country, published, documents } }: { university: University }) {
  const t = useTranslations("learning.editing");
  const editing = useTranslations("editing");
  const format = useFormat();
  const outcome = useOutcome();
  const publish = trpc.learning.editing.publishUniversity.useMutation(outcome(editing(published ? "state.taken" : "state.shown")));
  const move = trpc.learning.editing.moveUniversity.useMutation();
  return (
    <Row
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-semibold">
            <Link href={editUniversityHref(uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
              <bdi>{name}</bdi>
            </Link>
          </h3>
          <StateBadge published={published} />
        </div>
      }
      facts={
        <>
          <span>{city}</span>
          <span>{format.country(country)}</span>
          <span>{t("universities.documents", { count: documents })}</span>
        </>
      }
      actions={
        <>
          <Button
            look="outline"
            size="sm"
            className="me-1"
            busy={publish.isPending}
            onClick={() => publish.mutate({ uid, published: !published })}
          >
            {editing(published ? "state.takeBack" : "state.publish")}
            <span className="sr-only">{name}</span>
          </Button>
          <MoveMenu name={name} onMove={(to, then) => move.mutate({ uid, to }, outcome(editing("move.done"), then))} />
        </>
      }
    />
  );
}
