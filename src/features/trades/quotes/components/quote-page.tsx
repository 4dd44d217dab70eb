"use client";

import { LockClosedIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { quoteHref, workspaceHref } from "../../hrefs";
import { manages } from "../../rules";

export type Quote = RouterOutputs["trades"]["quotes"]["view"]["data"];

function Waiting() {
  return <LoadingList />;
}
const QuoteForm = lazyPart(() => import("./quote-form").then((part) => part.QuoteForm), { waiting: Waiting });
const QuoteView = lazyPart(() => import("./quote-view").then((part) => part.QuoteView), { waiting: Waiting });

/** One quote: a draft to be written, or what was sent. Without an identity in the address a new one. */
export function QuotePage() {
  const t = useTranslations("trades.quotes");
  const settings = useTranslations("trades.settings");
  const params = useSearchParams();
  const uid = params.get("uid") ?? "";
  return (
    <WorkspaceFrame tab="quotes">
      {(workspace) => (
        <>
          <BackLink href={workspaceHref(workspace.uid, "quotes")} text={t("all")} />
          {!manages(workspace.role) ? (
            <Notice icon={<LockClosedIcon />} title={settings("managersOnly")} />
          ) : uid ? (
            <Existing key={uid} workspace={workspace} uid={uid} />
          ) : (
            <NewQuote workspace={workspace} customer={params.get("customer") ?? ""} job={params.get("job")} />
          )}
        </>
      )}
    </WorkspaceFrame>
  );
}

function NewQuote({ workspace, customer, job }: { workspace: Workspace; customer: string; job: string | null }) {
  const t = useTranslations("trades.quotes");
  const router = useRouter();
  const about = trpc.trades.jobs.view.useQuery({ workspaceId: workspace.uid, uid: job ?? "" }, { enabled: job !== null });
  const settings = trpc.trades.pricing.settings.useQuery({ workspaceId: workspace.uid });
  if (isMissing(settings)) return <LoadFailed query={settings} />;
  // Without its job it would be a quote of its own. A job that is gone has none.
  if (isMissing(about) && !isNowhere(about)) return <LoadFailed query={about} />;
  if (!settings.data || (job !== null && about.isPending)) return <LoadingList />;
  return (
    <>
      <h2 className="mb-5 text-xl font-bold">{t("new")}</h2>
      <QuoteForm
        workspace={workspace}
        quote={null}
        pricing={settings.data.data}
        customer={about.data?.data.customer.uid ?? customer}
        job={about.data?.data ?? null}
        onSaved={({ uid }) => router.replace(quoteHref(workspace.uid, { uid }))}
      />
    </>
  );
}

function Existing({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.quotes");
  const query = trpc.trades.quotes.view.useQuery({ workspaceId: workspace.uid, uid });
  const settings = trpc.trades.pricing.settings.useQuery({ workspaceId: workspace.uid });
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={workspaceHref(workspace.uid, "quotes")} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (isMissing(settings)) return <LoadFailed query={settings} />;
  if (!query.data || !settings.data) return <LoadingList />;
  return <QuoteView workspace={workspace} quote={query.data.data} pricing={settings.data.data} />;
}
