"use client";

import { LockClosedIcon, PrinterIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { addDays, dayIn, monthOf } from "@/lib/days";
import { toApiError, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { DateFilter } from "@/ui/date-filter";
import { Joined } from "@/ui/joined";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { customerHref, workspaceHref } from "../../hrefs";
import { manages } from "../../rules";
import { StatementTable } from "./statement-table";

/** A customer's account over some days. */
export function StatementPage() {
  const t = useTranslations("trades.invoices");
  return (
    <WorkspaceFrame tab="invoices">
      {(workspace) =>
        manages(workspace.role) ? <Statement workspace={workspace} /> : <Notice icon={<LockClosedIcon />} title={t("managersOnly")} />
      }
    </WorkspaceFrame>
  );
}

/** How many days before today the first of them lies, without a word in the address: then its whole month shows. */
const USUAL_DAYS = 90;

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

function Statement({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.invoices.statement");
  const validation = useTranslations("validation");
  const format = useFormat();
  const { params, replace } = useAddress();
  const today = dayIn(new Date(), workspace.timeZone);
  const [named, until] = [params.get("from"), params.get("to")];
  const to = isDay(until) ? until : today;
  const from = isDay(named) ? named : monthOf(addDays(to, -USUAL_DAYS));
  const customerUid = params.get("customer") ?? "";
  const query = trpc.trades.invoices.statement.useQuery(
    { workspaceId: workspace.uid, customerUid, from, to },
    // Never other days' rows: under these days they would be taken for their own, and printed.
    { enabled: from <= to },
  );
  const { issues, message } = toApiError(query.error);
  const refused = query.isError ? issues.find(({ path }) => path[0] === "to" || path[0] === "from") : undefined;
  if (isNowhere(query) && !refused)
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={workspaceHref(workspace.uid, "customers")} look="outline">
          {t("toCustomers")}
        </ButtonLink>
      </Notice>
    );
  const problem = from > to ? validation("dayOrder") : refused ? refused.message || message : undefined;
  const statement = query.data?.data;
  const change = (name: "from" | "to") => (day: string) => {
    if (day) replace({ [name]: day });
  };
  return (
    <>
      <div className="print:hidden">
        <BackLink href={customerHref(workspace.uid, customerUid)} text={t("toCustomer")} />
      </div>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {/* On paper it says who sends it. */}
          <p className="hidden text-ink-soft print:block">
            <bdi>{workspace.name}</bdi>
          </p>
          <h2 className="text-xl font-bold wrap-anywhere">{t("title")}</h2>
          <p className="mt-1 text-ink-soft wrap-anywhere">
            <Joined>
              {statement ? <span className="font-medium text-ink">{statement.customer.name}</span> : null}
              {t("days", { from: format.day(from), to: format.day(to) })}
            </Joined>
          </p>
        </div>
        <Button
          look="outline"
          className="print:hidden"
          icon={<PrinterIcon className="size-5" />}
          disabled={!statement}
          onClick={() => window.print()}
        >
          {t("print")}
        </Button>
      </div>
      <div className="mb-6 grid gap-5 sm:max-w-lg sm:grid-cols-2 print:hidden">
        <DateFilter label={t("from")} value={from} onChange={change("from")} />
        <DateFilter label={t("to")} value={to} onChange={change("to")} />
      </div>
      {problem ? (
        <Alert tone="danger">{problem}</Alert>
      ) : isMissing(query) ? (
        <LoadFailed query={query} />
      ) : statement ? (
        <StatementTable workspace={workspace} statement={statement} />
      ) : (
        <LoadingList />
      )}
    </>
  );
}
