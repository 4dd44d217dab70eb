"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Row, Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { SettingsFrame } from "../../components/settings-frame";
import type { Workspace } from "../../components/workspace-frame";
import { formHref } from "../../hrefs";
import { FormBuilder } from "./form-builder";
import { FormMenu } from "./form-menu";
import { FormState } from "./form-state";
import { NewForm } from "./new-form";

/** What a shop has filled in again and again: all of it, or the one that the address names. */
export function FormSettings() {
  const uid = useSearchParams().get("uid") ?? "";
  return (
    <SettingsFrame page="forms">
      {(workspace) => (uid ? <FormBuilder key={uid} workspace={workspace} uid={uid} /> : <Forms workspace={workspace} />)}
    </SettingsFrame>
  );
}

function Forms({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.forms");
  const workspaceId = workspace.uid;
  const query = trpc.trades.forms.list.useQuery({ workspaceId });
  const [adding, setAdding] = useState(false);
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const { forms } = query.data.data;
  return (
    <Section
      title={t("title")}
      lead={t("lead")}
      action={
        <Button icon={<PlusIcon className="size-5" />} onClick={() => setAdding(true)}>
          {t("new")}
        </Button>
      }
    >
      {forms.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ul className="grid gap-3">
        {forms.map((form) => (
          <Row
            key={form.uid}
            heading={
              <h3 className="font-semibold wrap-anywhere">
                <Link
                  href={formHref(workspaceId, form.uid)}
                  className="inline-flex min-h-11 items-center rounded-sm text-primary-text underline-offset-4 hover:underline"
                >
                  <bdi>{form.name}</bdi>
                </Link>
              </h3>
            }
            facts={
              <>
                <FormState form={form} />
                <span>{t("fields", { count: form.fields })}</span>
              </>
            }
            actions={<FormMenu workspaceId={workspaceId} form={form} />}
          />
        ))}
      </ul>
      {adding ? <NewForm workspace={workspace} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}
