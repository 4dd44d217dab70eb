"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { VIDEO_KINDS, VIDEO_ORDERS, WATCH_STATES } from "@/lib/enums/learning";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { Badge, PageHeading } from "@/ui/card";
import { SelectField } from "@/ui/field";
import { pageOf } from "@/ui/pagination";
import { Reveal } from "@/ui/reveal";
import { SearchField } from "@/ui/search-field";
import { useAddress } from "@/ui/use-address";
import { CardGrid } from "./card-grid";
import { Results } from "./results";
import { VideoCard } from "./video-card";

/** Names in the address that leave something out. */
const FILTERS = ["kind", "status"];

/** Everything that can be watched, whatever tab it belongs to. */
export function VideoLibrary() {
  const t = useTranslations("learning.library");
  const { params, search } = useAddress();
  const kind = VIDEO_KINDS.find((name) => name === params.get("kind"));
  const status = WATCH_STATES.find((name) => name === params.get("status"));
  const order = VIDEO_ORDERS.find((name) => name === params.get("order"));
  const page = pageOf(params);
  const query = trpc.learning.library.useQuery(
    { page, search: search || undefined, kind, status, order },
    { placeholderData: keepPreviousData },
  );
  const whole = page === 1 && !search && !kind && !status;
  // Also for a search, so that nobody's field goes away under them when they take back what they looked for.
  const begun = trpc.learning.continueWatching.useQuery();
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      {whole && begun.data ? <CarryOn entries={begun.data.data} /> : null}
      <Reveal until={!begun.isLoading}>
        <section aria-labelledby="all-videos">
          <h2 id="all-videos" className="sr-only">
            {t("title")}
          </h2>
          <Filters kind={kind} status={status} order={order} />
          <Results query={query} filters={FILTERS}>
            {(rows) => (
              <CardGrid>
                {rows.map((entry) => (
                  <VideoCard key={entry.uid} kind={entry.kind} entry={entry} note={<Badge>{t(`kinds.${entry.kind}`)}</Badge>} />
                ))}
              </CardGrid>
            )}
          </Results>
        </section>
      </Reveal>
    </>
  );
}

/** What was begun and left. Without anything such it is not there. */
function CarryOn({ entries }: { entries: RouterOutputs["learning"]["continueWatching"]["data"] }) {
  const t = useTranslations("learning.library");
  const format = useFormat();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="carry-on" className="mb-10">
      <h2 id="carry-on" className="mb-4 text-lg font-semibold">
        {t("continue")}
      </h2>
      <CardGrid>
        {entries.map((entry) => (
          <VideoCard
            key={entry.uid}
            kind={entry.kind}
            entry={entry}
            note={
              <span className="tabular text-sm text-ink-soft">
                {t("left", { time: format.clock(Math.max(0, entry.duration - entry.position) * 1000) })}
              </span>
            }
          />
        ))}
      </CardGrid>
    </section>
  );
}

interface Chosen {
  kind: (typeof VIDEO_KINDS)[number] | undefined;
  status: (typeof WATCH_STATES)[number] | undefined;
  order: (typeof VIDEO_ORDERS)[number] | undefined;
}

function Filters({ kind, status, order }: Chosen) {
  const t = useTranslations("learning.library");
  const learning = useTranslations("learning");
  const { search, replace } = useAddress();
  return (
    <div className="mb-6 grid gap-x-4 gap-y-5 sm:grid-cols-3">
      <div className="sm:col-span-3">
        <SearchField label={learning("searchIn.library")} value={search} onSearch={(next) => replace({ search: next })} />
      </div>
      <SelectField label={t("kind")} value={kind ?? ""} onChange={({ target }) => replace({ kind: target.value })}>
        <option value="">{t("all")}</option>
        {VIDEO_KINDS.map((name) => (
          <option key={name} value={name}>
            {t(`kinds.${name}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t("status")} value={status ?? ""} onChange={({ target }) => replace({ status: target.value })}>
        <option value="">{t("all")}</option>
        {WATCH_STATES.map((name) => (
          <option key={name} value={name}>
            {learning(`state.${name}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("order")}
        value={order ?? VIDEO_ORDERS[0]}
        onChange={({ target }) => replace({ order: target.value === VIDEO_ORDERS[0] ? undefined : target.value })}
      >
        {VIDEO_ORDERS.map((name) => (
          <option key={name} value={name}>
            {t(`orders.${name}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
