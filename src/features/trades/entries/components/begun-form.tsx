"use client";

import { ArrowLeftIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { entryHref } from "../../hrefs";
import type { EntryDto } from "../dto";
import { type Begun, readBegun } from "../hooks/begun-store";
import { BegunWays } from "./begun-list";
import { FillForm } from "./fill-form";

const asEntry = ({ uid, form, job, task, definition, answers, at }: Begun): EntryDto => ({
  uid,
  form,
  job,
  task,
  definition,
  answers,
  version: 1,
  state: "draft",
  by: null,
  yours: true,
  createdAt: new Date(at).toISOString(),
  submittedAt: null,
});

interface BegunFormProps {
  workspace: Workspace;
  uid: string;
  /** Missing once it is with the server. */
  begun: Begun | undefined;
  onBack: () => void;
}

/** A form that was begun on this device, to be filled in with or without a network. It stays open when it has gone to the server. */
export function BegunForm({ workspace, uid, begun, onBack }: BegunFormProps) {
  const t = useTranslations("trades.entries");
  const format = useFormat();
  const router = useRouter();
  const [shown, setShown] = useState(begun);
  // The list may come a moment after the form that it has just been told of.
  if (!shown && begun) setShown(begun);
  useEffect(() => {
    if (shown) return;
    const toServer = () => router.replace(entryHref(workspace.uid, uid));
    // It went to the server before this page was opened, unless this device has it: what the list says may be of before.
    void readBegun(uid).then((here) => (here ? undefined : toServer()), toServer);
  }, [router, workspace.uid, uid, shown]);
  if (!shown) return <LoadingList />;
  const { form, job, task } = shown;
  return (
    <>
      <Button look="outline" className="mb-5" icon={<ArrowLeftIcon className="size-5 rtl:-scale-x-100" />} onClick={onBack}>
        {t("begun.back")}
      </Button>
      <h2 className="text-xl font-bold wrap-anywhere">
        <bdi>{form.name}</bdi>
      </h2>
      <p className="mt-1.5 mb-5 flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-ink-soft">
        {job ? (
          <span className="wrap-anywhere">
            <bdi>#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
          </span>
        ) : null}
        {task ? <span className="wrap-anywhere">{t("document.task", { title: task.title })}</span> : null}
      </p>
      {begun ? (
        <div className="mb-5 max-w-2xl">{begun.problem ? <BegunWays begun={begun} /> : <Alert tone="info">{t("begun.here")}</Alert>}</div>
      ) : null}
      <FillForm workspace={workspace} entry={asEntry(shown)} begun={begun !== undefined} onDone={onBack} />
    </>
  );
}
