"use client";

import { CheckCircleIcon, CloudArrowUpIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FormDefinition } from "@/lib/form-definitions";
import { toApiError } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import type { Workspace } from "../../components/workspace-frame";
import type { TaskDto } from "../../tasks/dto";
import type { Begun } from "../hooks/begun-store";
import { useBegin } from "../hooks/use-begin";
import { useStart } from "./start-form";

interface TaskFormProps {
  workspace: Workspace;
  task: Pick<TaskDto, "uid" | "title" | "job">;
  form: NonNullable<TaskDto["form"]>;
  /** It was begun on this device for the task, and is not with the server yet. */
  begun: Begun | undefined;
  /** The form as it is filled in now, where this device knows it. */
  known: (uid: string) => Promise<{ uid: string; name: string; number: number; definition: FormDefinition } | undefined>;
}

/** What has to be filled in before a task is done, and the way to it: without a network it is begun on this device. */
export function TaskForm({ workspace, task, form: { uid: formUid, name, filled }, begun, known }: TaskFormProps) {
  const t = useTranslations("trades.entries");
  const common = useTranslations("common");
  const start = useStart(workspace);
  const { begin, open } = useBegin(workspace.uid);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fillIn = async () => {
    if (begun) return open(begun.uid);
    setProblem(undefined);
    setBusy(true);
    // Where the server's answer is lost on its way, what is begun here is the same.
    const uid = crypto.randomUUID();
    try {
      await start.mutateAsync({ workspaceId: workspace.uid, uid, formUid, taskUid: task.uid });
    } catch (error) {
      const { code, message } = toApiError(error);
      const form = code === "network" ? await known(formUid) : undefined;
      const job = task.job && { uid: task.job.uid, number: task.job.number, title: task.job.title };
      const here = form && (await begin({ uid, form, job, task: { uid: task.uid, title: task.title } }));
      if (!here) setProblem(message ?? common("offline"));
    } finally {
      setBusy(false);
    }
  };
  if (filled)
    return (
      <p className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
        <CheckCircleIcon className="size-4 shrink-0" aria-hidden="true" />
        {t("filled", { name })}
      </p>
    );
  if (begun?.handIn)
    return (
      <p className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
        <CloudArrowUpIcon className="size-4 shrink-0" aria-hidden="true" />
        {t("begun.filled", { name })}
      </p>
    );
  return (
    <div className="grid gap-2">
      <Button
        look="outline"
        className="justify-self-start"
        busy={busy}
        icon={<PencilSquareIcon className="size-5" />}
        onClick={() => void fillIn()}
      >
        {t(begun ? "begun.goOn" : "fillIn", { name })}
      </Button>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
    </div>
  );
}
