"use client";

import { CheckBadgeIcon, EyeIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { api, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { useSeen } from "@/trpc/use-seen";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Card, Notice } from "@/ui/card";
import { FormButtons } from "@/ui/editing/form-buttons";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import type { Workspace } from "../../components/workspace-frame";
import { formHref } from "../../hrefs";
import type { FormDto } from "../dto";
import { definitionProblems, FORM } from "../rules";
import { type FormFields, formFields } from "../schema";
import { FieldList } from "./field-list";
import { FormPreview } from "./form-preview";
import { FormState } from "./form-state";

/** One form as it is being built. */
export function FormBuilder({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.forms");
  const query = trpc.trades.forms.view.useQuery({ workspaceId: workspace.uid, uid });
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={formHref(workspace.uid)} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  return (
    <>
      <BackLink href={formHref(workspace.uid)} text={t("all")} />
      <Builder workspace={workspace} form={query.data.data} />
    </>
  );
}

const toForm = ({ name, definition }: FormDto): FormFields => ({ name, fields: definition.fields });

function Builder({ workspace, form: known }: { workspace: Workspace; form: FormDto }) {
  const t = useTranslations("trades.forms");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const form = useZodForm<FormFields>(formFields, toForm(known), { stays: true });
  const { register, errorOf, control, formState } = form;
  const workspaceId = workspace.uid;
  const renew = (data: FormDto) => {
    utils.trades.forms.view.setData({ workspaceId, uid: data.uid }, { data });
    void utils.trades.forms.list.invalidate();
    void utils.trades.forms.open.invalidate();
  };
  const { seen, overtaken, attempt, keep, show, discard } = useSeen(form, {
    row: known,
    toForm,
    draft: ({ uid, version }) => `trades.form.${uid}.${version}`,
    onOvertaken: renew,
  });
  const list = useController({ control, name: "fields" }).field;
  const [checked, setChecked] = useState(false);
  const [preview, setPreview] = useState(false);
  const [publishing, setPublishing] = useState(false);
  // What was changed elsewhere shows, as long as nothing was changed here.
  useFresh(known, () => {
    if (!formState.isDirty) show(known);
  });
  const problems = definitionProblems({ fields: list.value });
  /** @returns the form as it stands with the server; nothing where it was refused */
  const change = (act: () => Promise<{ data: FormDto }>) =>
    attempt(async () => {
      const { data } = await act();
      keep(data);
      renew(data);
      return data;
    });
  const save = (values: FormFields) => {
    const { uid, version } = seen;
    return change(() => api.trades.forms.save.mutate({ ...values, workspaceId, uid, version }));
  };
  /** What is wrong stands in a field's card, which may be closed, or not be seen in a preview. */
  const showWrong = () => {
    setChecked(true);
    setPreview(false);
  };
  const publish = form.handleSubmit(async (values) => {
    setChecked(true);
    if (definitionProblems(values).length > 0) return;
    setPublishing(true);
    const saved = formState.isDirty ? await save(values) : seen;
    const data = saved && (await change(() => api.trades.forms.publish.mutate({ workspaceId, uid: saved.uid, version: saved.version })));
    setPublishing(false);
    if (data) notify("success", t("publishedNow"));
  }, showWrong);
  const waits = formState.isDirty || seen.published === null || seen.changed;
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={form.handleSubmit(async (values) => {
        if (await save(values)) notify("success", common("saved"));
      }, showWrong)}
    >
      <Card className="grid gap-5 p-4 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <FormState form={seen} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              look="outline"
              icon={preview ? <PencilSquareIcon className="size-5" /> : <EyeIcon className="size-5" />}
              onClick={() => setPreview(!preview)}
            >
              {t(preview ? "goOn" : "preview")}
            </Button>
            <Button
              look="outline"
              icon={<CheckBadgeIcon className="size-5" />}
              busy={publishing}
              disabled={!waits}
              onClick={() => void publish()}
            >
              {t("publish")}
            </Button>
          </div>
        </div>
        <TextField label={t("name")} dir="auto" autoComplete="off" maxLength={FORM.name} error={errorOf("name")} {...register("name")} />
      </Card>
      {checked && problems.length > 0 ? (
        <Alert tone="danger" title={t("unready")}>
          <ul className="list-disc ps-5">
            {problems.map(({ field, problem }) => {
              const label = list.value.find(({ id }) => id === field)?.label;
              return (
                <li key={`${field}${problem}`} className="wrap-anywhere">
                  {field ? <bdi>{format.labelled(label || t("unnamed"), "")}</bdi> : null}
                  {t(`problems.${problem}`)}
                </li>
              );
            })}
          </ul>
        </Alert>
      ) : null}
      {preview ? (
        <FormPreview definition={{ fields: list.value }} />
      ) : (
        <FieldList
          fields={list.value}
          onChange={list.onChange}
          wrong={new Set(checked ? problems.map(({ field }) => field) : [])}
          errorOf={(path) => errorOf(path as never)}
        />
      )}
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      <FormButtons label={common("save")} busy={formState.isSubmitting && !publishing} dirty={formState.isDirty} onDiscard={discard} />
    </form>
  );
}
