"use client";

import { ClipboardDocumentListIcon, LockClosedIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { useFormat } from "@/i18n/use-format";
import { asAuthor } from "@/trpc/call-context";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Badge, Card, Notice } from "@/ui/card";
import { DecimalField } from "@/ui/decimal-field";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { TextField } from "@/ui/field";
import { SearchField } from "@/ui/search-field";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useAddress } from "@/ui/use-address";
import type { Workspace } from "../../components/workspace-frame";
import { stockHref } from "../../hrefs";
import { manages } from "../../rules";
import { StockFrame } from "../../stock/components/stock-frame";
import { useAmounts } from "../../stock/hooks/use-amounts";
import { STOCK } from "../../stock/rules";
import { type Found, leftOf, partsOf, useCountDraft } from "../hooks/use-count-draft";

type Item = RouterOutputs["trades"]["counts"]["sheet"]["data"]["items"][number];

export function CountPage() {
  const t = useTranslations("trades.settings");
  return (
    <StockFrame page="count">
      {(workspace) =>
        manages(workspace.role) ? <Sheet workspace={workspace} /> : <Notice icon={<LockClosedIcon />} title={t("managersOnly")} />
      }
    </StockFrame>
  );
}

/** What is on the shelves, against what the books say: by where it lies, so that one walks by it once. */
function Sheet({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.stock");
  const format = useFormat();
  const common = useTranslations("common");
  const { search, replace } = useAddress();
  const utils = trpc.useUtils();
  const { userId } = useSession();
  const { found, note, change } = useCountDraft(workspace.uid);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const [saves, setSaves] = useState(0);
  // Once it shows that nothing is left to save, neither the note nor the button keeps the focus.
  useEffect(() => {
    const now = document.activeElement;
    if (saves > 0 && (now === document.body || now?.matches(":disabled"))) list.current?.focus({ preventScroll: true });
  }, [saves]);
  const query = trpc.trades.counts.sheet.useQuery({ workspaceId: workspace.uid, ...(search ? { search } : {}) });
  const written = Object.entries(found).filter(([, { counted }]) => counted !== null);
  const wrong = written.some(([, { counted }]) => Number.isNaN(counted) || (counted ?? 0) < 0);

  const write = (item: Item, counted: number | null) =>
    change(({ found: now, note: words }) => ({
      found: { ...now, [item.uid]: { name: item.name, counted, seen: now[item.uid]?.seen ?? item.onHand } },
      note: words,
    }));
  const save = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      for (const part of partsOf(written)) {
        const items = part.map(([uid, { counted, seen }]) => ({ uid, counted: counted ?? 0, seen }));
        await api.trades.counts.save.mutate({ workspaceId: workspace.uid, items, note }, asAuthor(userId));
        // The note is of all of them.
        change((now) => leftOf(now, { found: Object.fromEntries(part), note: part.at(-1) === written.at(-1) ? note : undefined }));
      }
      notify("success", t("counted", { count: written.length }));
      setSaves((before) => before + 1);
    } catch (error) {
      const { code, message, current } = toApiError(error);
      if (code === "conflict") recount((current ?? []) as Item[]);
      else setProblem(message ?? common("offline"));
    } finally {
      setBusy(false);
      await Promise.all([utils.trades.stock.invalidate(), utils.trades.counts.invalidate()]);
    }
  };
  /** What was moved meanwhile is looked at once more; what was found elsewhere stays written. */
  const recount = (moved: Item[]) => {
    setProblem(t("countConflict", { names: format.joined(moved.map(({ name }) => name)) }));
    change(({ found: now, note: words }) => ({
      found: Object.fromEntries(Object.entries(now).filter(([uid]) => moved.every((item) => item.uid !== uid))),
      note: words,
    }));
  };

  // What was found for another search is nothing of it.
  const sheet = isMissing(query) ? undefined : query.data?.data;
  return (
    <section aria-labelledby="count">
      <h2 id="count" className="text-lg font-semibold">
        {t("countTitle")}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-ink-soft">{t("countLead")}</p>
      {sheet?.items.length === 0 && !search ? (
        <Notice icon={<ClipboardDocumentListIcon />} title={t("nothingToCount")}>
          <ButtonLink href={stockHref(workspace.uid, "items")}>{t("items")}</ButtonLink>
        </Notice>
      ) : (
        <div className="grid gap-4">
          <SearchField label={t("search")} value={search} onSearch={(next) => replace({ search: next })} />
          <form
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            {isMissing(query) ? <LoadFailed query={query} /> : null}
            {isComing(query) ? <LoadingList /> : null}
            {sheet?.items.length === 0 ? <NothingFits /> : null}
            <ul ref={list} tabIndex={-1} className="grid gap-3 lg:grid-cols-2">
              {sheet?.items.map((item) => (
                <CountRow key={item.uid} item={item} found={found[item.uid]} onWrite={(counted) => write(item, counted)} />
              ))}
            </ul>
            {sheet?.more ? <p className="text-ink-soft">{t("moreToCount")}</p> : null}
            <div
              data-bottom-bar=""
              className="tall:sticky bottom-0 -mx-4 grid gap-3 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:rounded-box sm:border"
            >
              {problem ? <Alert tone="danger">{problem}</Alert> : null}
              {written.length > 0 ? (
                <TextField
                  label={t("note")}
                  dir="auto"
                  autoComplete="off"
                  maxLength={STOCK.note}
                  value={note}
                  onChange={({ target }) => change((now) => ({ ...now, note: target.value }))}
                />
              ) : null}
              <Button type="submit" busy={busy} disabled={written.length === 0 || wrong} className="justify-self-start">
                {t("saveCount", { count: written.length })}
              </Button>
            </div>
          </form>
        </div>
      )}
    </section>
  );
}

function CountRow({ item, found, onWrite }: { item: Item; found: Found | undefined; onWrite: (counted: number | null) => void }) {
  const t = useTranslations("trades.stock");
  const units = useTranslations("trades.stock.units");
  const validation = useTranslations("validation");
  const amountOf = useAmounts();
  const counted = found?.counted ?? null;
  const bad = Number.isNaN(counted) || (counted !== null && counted < 0);
  const differs = counted !== null && !bad && counted !== (found?.seen ?? item.onHand);
  return (
    <li>
      <Card className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 p-4">
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-semibold wrap-anywhere">
            <bdi>{item.name}</bdi>
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
            {item.bin ? <bdi className="font-semibold text-ink">{item.bin}</bdi> : null}
            <bdi>{item.code}</bdi>
            <span>{t("byBooks", { amount: amountOf(item.onHand, item.unit) })}</span>
          </p>
          {differs ? (
            <p className="mt-2">
              <Badge tone="warning">
                {t(counted > (found?.seen ?? 0) ? "surplus" : "missing", {
                  amount: amountOf(Math.abs(counted - (found?.seen ?? 0)), item.unit),
                })}
              </Badge>
            </p>
          ) : null}
        </div>
        <div className="w-full sm:w-44">
          <DecimalField
            label={t("countedOf", { name: item.name })}
            digits={3}
            unit={units(item.unit)}
            value={counted}
            onChange={onWrite}
            error={bad ? validation("number") : undefined}
          />
        </div>
      </Card>
    </li>
  );
}
