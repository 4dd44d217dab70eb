"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Notice, PageHeading } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { passFocusOn } from "@/ui/pass-focus-on";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { useImportNews } from "../hooks/use-import-news";
import { useImportOutcome } from "../hooks/use-outcome";
import { importsHref } from "../hrefs";
import { fileImport, isBusy } from "../rules";
import { ImportRows } from "./import-rows";
import { ImportStateBadge } from "./import-state";

export type ImportDetail = RouterOutputs["admin"]["imports"]["view"]["data"];

/** Where nothing is heard for this long, it is asked for: the live stream may be closed. */
const ASK_EVERY_MS = 5000;

/** A file of some content: how far it is, what it would change row by row, and the word to do it. */
export function ImportPage() {
  const t = useTranslations("admin.imports");
  const uid = useSearchParams().get("uid") ?? "";
  useImportNews();
  const query = trpc.admin.imports.view.useQuery(
    { uid },
    { refetchInterval: ({ state }) => (state.data && isBusy(state.data.data.state) ? ASK_EVERY_MS : false) },
  );
  if (isMissing(query)) {
    if (!isNowhere(query)) return <Refused query={query} />;
    return (
      <Notice level={1} title={t("gone")}>
        <ButtonLink href={importsHref("questions")}>{t("back")}</ButtonLink>
      </Notice>
    );
  }
  if (!query.data) return <LoadingList />;
  const file = query.data.data;
  const compared = file.state === "checked" || file.state === "applied" || file.problem === "outdated";
  return (
    <>
      <BackLink href={importsHref(file.kind)} text={t("back")} />
      <PageHeading
        title={<bdi>{file.name}</bdi>}
        action={
          <div role="status">
            <ImportStateBadge state={file.state} />
          </div>
        }
      />
      <div className="grid gap-6">
        <Standing file={file} />
        {compared ? <ImportRows file={file} /> : null}
      </div>
    </>
  );
}

function Standing({ file }: { file: ImportDetail }) {
  const { uid, state, problem, problemLine, counts } = file;
  const t = useTranslations("admin.imports");
  const router = useRouter();
  const outcome = useImportOutcome();
  const again = trpc.admin.imports.again.useMutation(outcome(t("againDone")));
  const order = trpc.admin.imports.order.useMutation(outcome(t("ordered")));
  const { onError, onSuccess } = outcome(t("forgotten"), () => router.replace(importsHref(file.kind)));
  const forget = trpc.admin.imports.forget.useMutation({ onError, onSuccess });
  const changes = counts.new + counts.changed;
  const ready = state === "checked" && counts.wrong === 0 && changes > 0;
  return (
    <Section title={t("standing")} lead={t(`stateTexts.${state}`)}>
      <div tabIndex={-1} className="grid gap-4">
        {problem ? (
          <Alert tone="danger">
            {t(`problems.${problem}`)} {problemLine === null ? null : t("inLine", { line: problemLine })}
          </Alert>
        ) : null}
        {isBusy(state) ? <Progress file={file} /> : null}
        {state === "checked" && counts.wrong > 0 ? <Alert tone="danger">{t("someWrong", { count: counts.wrong })}</Alert> : null}
        {state === "checked" && counts.wrong === 0 && changes === 0 ? <Alert>{t("allSame")}</Alert> : null}
        <div className="flex flex-wrap gap-3">
          {ready ? (
            <Button ref={passFocusOn} busy={order.isPending} onClick={() => order.mutate({ uid })}>
              {t("order", { count: changes })}
            </Button>
          ) : null}
          {fileImport.can(state, "waiting", "sender") && state !== "uploading" ? (
            <Button ref={passFocusOn} look="outline" busy={again.isPending} onClick={() => again.mutate({ uid })}>
              {t("again")}
            </Button>
          ) : null}
          {state === "ordered" || state === "applying" ? null : (
            <Button look="ghost" busy={forget.isPending} onClick={() => forget.mutate({ uid })}>
              {t("forget")}
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}

/** How far it is. Not each row is told, but how it ended: by the state in the heading. */
function Progress({ file: { state, done, total } }: { file: ImportDetail }) {
  const t = useTranslations("admin.imports");
  const format = useFormat();
  return (
    <div className="grid gap-1.5">
      <progress className="h-2 w-full accent-primary" max={total || 1} value={total ? done : undefined} aria-label={t(`states.${state}`)} />
      <p className="tabular text-sm text-ink-soft">{t("progress", { done: format.number(done), total: format.number(total) })}</p>
    </div>
  );
}
