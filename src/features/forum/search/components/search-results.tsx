"use client";

import { MagnifyingGlassIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { usePages } from "@/trpc/use-pages";
import { Button } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { DateFilter } from "@/ui/date-filter";
import { isComposing } from "@/ui/editing/enter";
import { SelectField, TextField } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import { browserZone } from "@/ui/time-zones";
import { useAddress } from "@/ui/use-address";
import { postHref } from "../../hrefs";
import { Byline } from "../../members/components/byline";

type Hit = RouterOutputs["forum"]["search"]["data"][number];

interface Room {
  uid: string;
  slug: string;
  name: string;
}

const day = (value: string | null): string | undefined => (value && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined);

/** What was found in messages and titles, the newest first, and what narrows it. */
export function SearchResults({ rooms, room }: { rooms: Room[]; room: Room | undefined }) {
  const t = useTranslations("forum.search");
  const { params, search, replace } = useAddress();
  const author = (params.get("author") ?? "").trim().replace(/^@/, "").slice(0, 40);
  const from = day(params.get("from"));
  const to = day(params.get("to"));
  const input = {
    text: search,
    ...(room && { professionId: room.uid }),
    ...(author && { author }),
    ...(from && { from }),
    ...(to && { to }),
    ...((from || to) && { timeZone: browserZone() }),
  };
  const query = usePages(trpc.forum.search, input, api.forum.search.query);
  const hits = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const names = new Map(rooms.map(({ uid, name }) => [uid, name]));
  return (
    <section aria-label={t("results")}>
      <div className="mb-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField label={t("room")} value={room?.slug ?? ""} onChange={({ target }) => replace({ profession: target.value })}>
          <option value="">{t("allRooms")}</option>
          {rooms.map(({ uid, slug, name }) => (
            <option key={uid} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("author")}
          dir="ltr"
          autoCapitalize="none"
          maxLength={40}
          placeholder="@"
          defaultValue={author}
          onBlur={({ target }) => replace({ author: target.value.trim().replace(/^@/, "") })}
          onKeyDown={(event) => event.key === "Enter" && !isComposing(event) && event.currentTarget.blur()}
        />
        <DateFilter label={t("from")} max={to} value={from} onChange={(from) => replace({ from })} />
        <DateFilter label={t("to")} min={from} value={to} onChange={(to) => replace({ to })} />
      </div>
      {isComing(query) ? <LoadingList /> : null}
      {isMissing(query) || (query.isError && hits.length === 0) ? <LoadFailed query={query} /> : null}
      {query.isSuccess && hits.length === 0 ? (
        <Notice icon={<MagnifyingGlassIcon />} title={t("nothing", { search })} text={t("nothingText")}>
          <Button look="outline" onClick={() => replace({ search: "", author: "", from: "", to: "" })}>
            {t("leave")}
          </Button>
        </Notice>
      ) : null}
      {hits.length > 0 ? (
        <>
          <h2 className="sr-only">{t("results")}</h2>
          <Card>
            <ul className="divide-y divide-line">
              {hits.map((hit) => (
                <HitRow key={hit.uid} hit={hit} room={names.get(hit.professionId) ?? ""} />
              ))}
            </ul>
          </Card>
        </>
      ) : null}
      {query.hasNextPage ? (
        <div className="mt-5 flex justify-center">
          <Button look="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function HitRow({ hit, room }: { hit: Hit; room: string }) {
  const t = useTranslations("forum.search");
  const format = useFormat();
  return (
    <li className="relative px-4 py-3 transition-colors hover:bg-sunken/60 sm:px-5">
      <h3>
        <Link
          href={postHref(hit.uid)}
          dir="auto"
          className="font-semibold break-words after:absolute after:inset-0 hover:text-primary-text"
        >
          {hit.kind === "chat" ? t("chatOf", { room }) : hit.title}
        </Link>
      </h3>
      <p dir="auto" className="mt-1 break-words text-ink">
        {parts(hit).map(({ text, found }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that does not change
          <Fragment key={at}>{found ? <mark className="rounded-sm bg-warning-soft font-medium text-ink">{text}</mark> : text}</Fragment>
        ))}
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        <Byline author={hit.author} compact />
        <span>{room}</span>
        <time dateTime={hit.createdAt}>{format.ago(hit.createdAt)}</time>
      </p>
    </li>
  );
}

/** What was found in an excerpt, and what stands between. */
function parts({ excerpt, marks }: Pick<Hit, "excerpt" | "marks">): { text: string; found: boolean }[] {
  let end = 0;
  const found = marks.flatMap(([from, to]) => {
    const pair = [
      { text: excerpt.slice(end, from), found: false },
      { text: excerpt.slice(from, to), found: true },
    ];
    end = to;
    return pair;
  });
  return [...found, { text: excerpt.slice(end), found: false }].filter(({ text }) => text !== "");
}
