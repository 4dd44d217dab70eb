"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useAsked } from "@/trpc/use-error";
import { Button, ButtonLink, IconButton } from "@/ui/button";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Row, Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { SettingsFrame } from "../../components/settings-frame";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";
import { ShopTexts } from "../../texts/components/shop-texts";
import type { TemplateDto } from "../dto";
import { TemplateForm } from "./template-form";

/** What a shop does and writes again and again. */
export function TemplateSettings() {
  return (
    <SettingsFrame page="templates">
      {(workspace) => (
        <div className="grid gap-6">
          <JobTemplates workspace={workspace} />
          <ShopTexts workspace={workspace} />
        </div>
      )}
    </SettingsFrame>
  );
}

/** What kinds of jobs take: which tasks, and on which of its days. */
function JobTemplates({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.templates");
  const standards = useTranslations("trades.standards");
  const workspaceId = workspace.uid;
  const query = trpc.trades.templates.list.useQuery({ workspaceId });
  const known = trpc.trades.standards.list.useQuery({ workspaceId });
  const [open, setOpen] = useState<TemplateDto | "new">();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (isMissing(known)) return <LoadFailed query={known} />;
  if (!query.data || !known.data) return <LoadingList />;
  const { templates } = query.data.data;
  const tasks = known.data.data.tasks;
  return (
    <Section
      title={t("title")}
      lead={t("lead")}
      action={
        tasks.length > 0 ? (
          <Button icon={<PlusIcon className="size-5" />} onClick={() => setOpen("new")}>
            {t("new")}
          </Button>
        ) : null
      }
    >
      {tasks.length === 0 ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-ink-soft">{t("needsTasks")}</p>
          <ButtonLink look="outline" href={settingsHref(workspaceId, "tasks-list")}>
            {standards("setUp")}
          </ButtonLink>
        </div>
      ) : null}
      {tasks.length > 0 && templates.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ul className="grid gap-3">
        {templates.map((template) => (
          <Row
            key={template.uid}
            heading={
              <h3 className="font-semibold wrap-anywhere">
                <bdi>{template.name}</bdi>
              </h3>
            }
            facts={t("steps", { count: template.steps.length })}
            actions={
              <>
                <IconButton label={t("edit", { name: template.name })} onClick={() => setOpen(template)}>
                  <PencilSquareIcon />
                </IconButton>
                <DeleteTemplate workspaceId={workspaceId} template={template} />
              </>
            }
          />
        ))}
      </ul>
      {open ? (
        <TemplateForm
          key={open === "new" ? "new" : open.uid}
          workspace={workspace}
          template={open === "new" ? null : open}
          tasks={tasks}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Section>
  );
}

function DeleteTemplate({ workspaceId, template: { uid, version, name } }: { workspaceId: string; template: TemplateDto }) {
  const t = useTranslations("trades.standards");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const remove = trpc.trades.templates.delete.useMutation({
    onSuccess: (data) => {
      notify("success", editing("done"));
      utils.trades.templates.list.setData({ workspaceId }, data);
    },
    onError: () => void utils.trades.templates.invalidate(),
  });
  return (
    <ConfirmDelete
      name={name}
      text={t("deleteText")}
      version={version}
      onDelete={(seen) => remove.mutate({ workspaceId, uid, version: seen })}
      {...asked(remove)}
    />
  );
}
