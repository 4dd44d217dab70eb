"use client";

import { CheckCircleIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { toApiError } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import type { Workspace } from "../../components/workspace-frame";
import type { TaskDto } from "../../tasks/dto";
import { useStart } from "./start-form";

interface TaskFormProps {
  workspace: Workspace;
  taskUid: string;
  form: NonNullable<TaskDto["form"]>;
}

/** What has to be filled in before a task is done, and the way to it. */
export function TaskForm({ workspace, taskUid, form: { uid, name, filled } }: TaskFormProps) {
  const t = useTranslations("trades.entries");
  const common = useTranslations("common");
  const start = useStart(workspace);
  if (filled)
    return (
      <p className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
        <CheckCircleIcon className="size-4 shrink-0" aria-hidden="true" />
        {t("filled", { name })}
      </p>
    );
  return (
    <>
      <Button
        look="outline"
        className="justify-self-start"
        busy={start.isPending}
        icon={<PencilSquareIcon className="size-5" />}
        onClick={() => start.mutate({ workspaceId: workspace.uid, formUid: uid, taskUid })}
      >
        {t("fillIn", { name })}
      </Button>
      {start.error ? <Alert tone="danger">{toApiError(start.error).message ?? common("offline")}</Alert> : null}
    </>
  );
}
