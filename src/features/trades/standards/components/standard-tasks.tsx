"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useAsked, useErrorToast } from "@/trpc/use-error";
import { Button, IconButton } from "@/ui/button";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Row, Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { SettingsFrame } from "../../components/settings-frame";
import type { Workspace } from "../../components/workspace-frame";
import type { StandardDto } from "../../tasks/dto";
import { StandardForm } from "./standard-form";

export function StandardTasks() {
  return <SettingsFrame page="tasks-list">{(workspace) => <Standards workspace={workspace} />}</SettingsFrame>;
}

/** What the shop does again and again, in the order in which it is done. */
function Standards({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.standards");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const workspaceId = workspace.uid;
  const query = trpc.trades.standards.list.useQuery({ workspaceId });
  const [open, setOpen] = useState<StandardDto | "new">();
  const order = trpc.trades.standards.order.useMutation();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const { tasks } = query.data.data;
  const move = (uid: string, to: Parameters<typeof order.mutate>[0]["to"], then: () => void) =>
    follow(order.mutateAsync({ workspaceId, uid, to }), {
      onSuccess: (data) => {
        utils.trades.standards.list.setData({ workspaceId }, data);
        requestAnimationFrame(then);
      },
      onError: showError,
    });
  return (
    <Section
      title={t("title")}
      lead={t("lead")}
      action={
        <Button icon={<PlusIcon className="size-5" />} onClick={() => setOpen("new")}>
          {t("new")}
        </Button>
      }
    >
      {tasks.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ul className="grid gap-3">
        {tasks.map((task) => (
          <Row
            key={task.uid}
            heading={
              <h3 className="font-semibold wrap-anywhere">
                <bdi>{task.title}</bdi>
              </h3>
            }
            facts={task.checks.length > 0 ? t("checks", { count: task.checks.length }) : null}
            actions={
              <>
                <MoveMenu name={task.title} onMove={(to, then) => move(task.uid, to, then)} />
                <IconButton label={t("edit", { title: task.title })} onClick={() => setOpen(task)}>
                  <PencilSquareIcon />
                </IconButton>
                <DeleteStandard workspaceId={workspaceId} task={task} />
              </>
            }
          />
        ))}
      </ul>
      {open ? (
        <StandardForm
          key={open === "new" ? "new" : open.uid}
          workspace={workspace}
          task={open === "new" ? null : open}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Section>
  );
}

function DeleteStandard({ workspaceId, task: { uid, version, title } }: { workspaceId: string; task: StandardDto }) {
  const t = useTranslations("trades.standards");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const remove = trpc.trades.standards.delete.useMutation({
    onSuccess: (data) => {
      notify("success", editing("done"));
      utils.trades.standards.list.setData({ workspaceId }, data);
    },
    onError: () => void utils.trades.standards.invalidate(),
  });
  return (
    <ConfirmDelete
      name={title}
      text={t("deleteText")}
      version={version}
      onDelete={(seen) => remove.mutate({ workspaceId, uid, version: seen })}
      {...asked(remove)}
    />
  );
}
