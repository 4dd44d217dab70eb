"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { LOCALES } from "@/lib/locales";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useAsked } from "@/trpc/use-error";
import { Button, IconButton } from "@/ui/button";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Row, Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import type { TextDto } from "../dto";
import { TextForm } from "./text-form";

/** What the shop writes to its customers again and again. */
export function ShopTexts({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.texts");
  const format = useFormat();
  const workspaceId = workspace.uid;
  const query = trpc.trades.texts.list.useQuery({ workspaceId });
  const [open, setOpen] = useState<TextDto | "new">();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const { texts } = query.data.data;
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
      {texts.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ul className="grid gap-3">
        {texts.map((text) => (
          <Row
            key={text.uid}
            heading={
              <h3 className="font-semibold wrap-anywhere">
                <bdi>{text.name}</bdi>
              </h3>
            }
            facts={format.list(LOCALES.filter((locale) => text.wordings[locale].body !== "").map(format.language))}
            actions={
              <>
                <IconButton label={t("edit", { name: text.name })} onClick={() => setOpen(text)}>
                  <PencilSquareIcon />
                </IconButton>
                <DeleteText workspaceId={workspaceId} text={text} />
              </>
            }
          />
        ))}
      </ul>
      {open ? (
        <TextForm
          key={open === "new" ? "new" : open.uid}
          workspace={workspace}
          text={open === "new" ? null : open}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Section>
  );
}

function DeleteText({ workspaceId, text: { uid, version, name } }: { workspaceId: string; text: TextDto }) {
  const t = useTranslations("trades.texts");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const remove = trpc.trades.texts.delete.useMutation({
    onSuccess: (data) => {
      notify("success", editing("done"));
      utils.trades.texts.list.setData({ workspaceId }, data);
    },
    onError: () => void utils.trades.texts.invalidate(),
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
