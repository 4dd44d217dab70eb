"use client";

import { ArrowsUpDownIcon, BookOpenIcon, MapPinIcon, PhoneIcon, PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { Row } from "@/ui/editing/parts";
import { Pagination, pageOf } from "@/ui/pagination";
import { SearchField } from "@/ui/search-field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { customerHref, customersImportHref } from "../../hrefs";
import { manages } from "../../rules";
import type { CustomerRowDto } from "../dto";

export function CustomersPage() {
  return <WorkspaceFrame tab="customers">{(workspace) => <Customers workspace={workspace} />}</WorkspaceFrame>;
}

/** Whom the shop works for, ten at a time by name; what is searched stands in the address. */
function Customers({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.customers");
  const { params, search, href, replace } = useAddress();
  const page = pageOf(params);
  const query = trpc.trades.customers.list.useQuery(
    { workspaceId: workspace.uid, page, ...(search ? { search } : {}) },
    { placeholderData: keepPreviousData },
  );
  const create = manages(workspace.role) ? (
    <div className="flex flex-wrap gap-2">
      <ButtonLink look="outline" href={customersImportHref(workspace.uid)} icon={<ArrowsUpDownIcon className="size-5" />}>
        {t("files")}
      </ButtonLink>
      <ButtonLink href={customerHref(workspace.uid)} icon={<PlusIcon className="size-5" />}>
        {t("new")}
      </ButtonLink>
    </div>
  ) : null;
  const shown = isMissing(query) ? undefined : query.data;
  const total = query.data?.meta.total ?? 0;
  if (shown && total === 0 && !search)
    return (
      <Notice icon={<BookOpenIcon />} title={t("none")} text={t("noneText")}>
        {create}
      </Notice>
    );
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <SearchField label={t("search")} value={search} onSearch={(next) => replace({ search: next })} />
        </div>
        {create}
      </div>
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {isComing(query) ? <LoadingList /> : null}
      {shown && total === 0 ? <Notice icon={<BookOpenIcon />} title={t("nothing", { search })} /> : null}
      <ul className="grid gap-3">
        {shown?.data.map((customer) => (
          <CustomerRow key={customer.uid} workspace={workspace} customer={customer} />
        ))}
      </ul>
      <Pagination page={page} total={total} href={(to) => href({ page: to })} />
    </>
  );
}

function CustomerRow({ workspace, customer: { uid, name, contact, address, sites } }: { workspace: Workspace; customer: CustomerRowDto }) {
  const t = useTranslations("trades.customers");
  return (
    <Row
      heading={
        <h2 className="font-semibold wrap-anywhere">
          <Link href={customerHref(workspace.uid, uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </h2>
      }
      facts={
        <>
          {contact ? (
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <PhoneIcon className="size-4 shrink-0" aria-hidden="true" />
              <bdi className="wrap-anywhere">{contact.name}</bdi>
              {contact.phone ? <bdi dir="ltr">{contact.phone}</bdi> : null}
            </span>
          ) : null}
          {address ? (
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <MapPinIcon className="size-4 shrink-0" aria-hidden="true" />
              <bdi className="wrap-anywhere">{address.replaceAll("\n", ", ")}</bdi>
            </span>
          ) : null}
          {sites > 1 ? <span>{t("sites", { count: sites })}</span> : null}
        </>
      }
    />
  );
}
