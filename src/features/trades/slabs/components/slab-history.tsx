"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { usePages } from "@/trpc/use-pages";
import { Button } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { Joined } from "@/ui/joined";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";

type Entry = RouterOutputs["trades"]["slabs"]["history"]["data"][number];

/** What happened to a slab, the latest first. */
export function SlabHistory({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.slabs");
  const trades = useTranslations("trades");
  const timeline = useTranslations("trades.timeline");
  const format = useFormat();
  const wordsOf = useWords();
  const asked = { workspaceId: workspace.uid, uid };
  const query = usePages(trpc.trades.slabs.history, asked, api.trades.slabs.history.query);
  if (isMissing(query)) return <LoadFailed query={query} />;
  return (
    <Section title={t("history")}>
      {query.data ? (
        <ol className="grid gap-4">
          {query.data.pages
            .flatMap(({ data }) => data)
            .map((entry) => (
              <li key={entry.uid}>
                <p className="font-medium">{wordsOf(entry)}</p>
                <p className="mt-0.5 text-sm text-ink-soft">
                  <Joined>
                    {entry.by ?? trades("left")}
                    <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
                  </Joined>
                </p>
              </li>
            ))}
        </ol>
      ) : (
        <LoadingList />
      )}
      {query.hasNextPage ? (
        <Button look="outline" className="mt-5" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {timeline("older")}
        </Button>
      ) : null}
    </Section>
  );
}

function useWords(): (entry: Entry) => string {
  const t = useTranslations("trades.slabs.happened");
  const fields = useTranslations("trades.slabs.fields");
  const states = useTranslations("trades.slabs.states");
  const format = useFormat();
  return (entry) => {
    if (entry.kind === "edited") return t("edited", { fields: format.list(entry.fields.map((field) => fields(field))) });
    if (entry.kind === "moved") return t("moved", { from: states(entry.from), to: states(entry.to) });
    if (entry.kind === "broken") return t("broken", { count: entry.remnants });
    return t("added");
  };
}
