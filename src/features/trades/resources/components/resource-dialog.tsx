"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { z } from "zod";
import { RESOURCE_COLORS, RESOURCE_KINDS } from "@/lib/enums/trades";
import { fullName } from "@/lib/names";
import { USUAL_HOURS } from "@/lib/working-time";
import { api, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { Checkbox, Checkboxes } from "@/ui/checkboxes";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import { mayJoinTeam, RESOURCE } from "../rules";
import { resourceForm } from "../schema";
import { HoursFields } from "./hours-fields";
import type { Resource } from "./resource-list";

type Values = z.infer<typeof resourceForm>;

const toForm = (resource: Resource | null): Values => ({
  kind: resource?.kind ?? "person",
  name: resource?.name ?? "",
  color: resource?.color ?? "primary",
  memberUid: resource?.memberUid ?? null,
  hours: resource?.hours ?? null,
  members: resource?.members ?? [],
  retired: resource?.retired ?? false,
});

interface ResourceDialogProps {
  workspace: Workspace;
  /** Null for a new one. */
  resource: Resource | null;
  all: Resource[];
  onClose: () => void;
}

/** What a resource is called, who it is, and when it works. */
export function ResourceDialog({ workspace, resource, all, onClose }: ResourceDialogProps) {
  const t = useTranslations("trades.scheduler");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const id = useId();
  const workspaceId = workspace.uid;
  const people = trpc.trades.members.list.useQuery({ workspaceId });
  const settings = trpc.trades.resources.settings.useQuery({ workspaceId });
  const form = useZodForm<Values>(resourceForm, toForm(resource));
  const { register, errorOf, watch, setValue, formState } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: resource,
    toForm,
    draft: (seen) => (seen ? `trades.resource.${seen.uid}.${seen.version}` : `trades.resource.new.${workspaceId}`),
    save: (values, seen) => api.trades.resources.save.mutate({ ...values, ...seenVersion(seen), workspaceId }),
    onSaved: () => {
      onClose();
      return utils.trades.resources.list.invalidate();
    },
    onOvertaken: () => utils.trades.resources.list.invalidate(),
    onClose,
  });
  const { kind, hours, members, memberUid } = watch();

  return (
    <Dialog
      open
      onClose={onClose}
      title={resource ? t("edit", { name: resource.name }) : t("newTitle")}
      footer={
        <DialogActions onCancel={cancel} type="submit" form={id} busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("resourceConflict")}</Alert> : null}
        {resource ? null : (
          <SelectField label={t("kind")} {...register("kind")}>
            {RESOURCE_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`kinds.${one}`)}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={t("name")}
          dir="auto"
          autoComplete="off"
          maxLength={RESOURCE.name}
          error={errorOf("name")}
          {...register("name")}
        />
        <SelectField label={t("color")} {...register("color")}>
          {RESOURCE_COLORS.map((one) => (
            <option key={one} value={one}>
              {t(`colors.${one}`)}
            </option>
          ))}
        </SelectField>
        {kind === "person" && isMissing(people) ? <LoadFailed query={people} /> : null}
        {kind === "person" && !isMissing(people) ? (
          <SelectField
            label={t("member")}
            help={t("memberHelp")}
            error={errorOf("memberUid")}
            value={memberUid ?? ""}
            onChange={(event) => setValue("memberUid", event.target.value || null, { shouldDirty: true })}
          >
            <option value="">{t("noMember")}</option>
            {people.data?.data.map(({ uid, ...person }) => (
              <option key={uid} value={uid}>
                {fullName(person)}
              </option>
            ))}
          </SelectField>
        ) : null}
        {kind === "team" ? (
          <Checkboxes label={t("team")} help={t("teamHelp")} narrow>
            {all
              .filter((one) => mayJoinTeam(one.kind) && (!one.retired || members.includes(one.uid)))
              .map(({ uid, name }) => (
                <Checkbox
                  key={uid}
                  label={name}
                  checked={members.includes(uid)}
                  onChange={(event) =>
                    setValue("members", event.target.checked ? [...members, uid] : members.filter((one) => one !== uid), {
                      shouldDirty: true,
                    })
                  }
                />
              ))}
          </Checkboxes>
        ) : (
          <>
            {/* One's own begin as the shop's, which are to be known for that. */}
            {hours === null && isMissing(settings) ? (
              <LoadFailed query={settings} />
            ) : (
              <Checkbox
                label={t("ownHours")}
                checked={hours !== null}
                disabled={hours === null && settings.isPending}
                onChange={(event) =>
                  setValue("hours", event.target.checked ? (settings.data?.data.hours ?? USUAL_HOURS) : null, { shouldDirty: true })
                }
              />
            )}
            {hours ? (
              <HoursFields label={t("week")} value={hours} onChange={(next) => setValue("hours", next, { shouldDirty: true })} />
            ) : null}
          </>
        )}
        {resource ? <Checkbox label={t("retire")} {...register("retired")} /> : null}
      </form>
    </Dialog>
  );
}
