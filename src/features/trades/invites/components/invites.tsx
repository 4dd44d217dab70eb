"use client";

import { ArrowPathIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorToast } from "@/trpc/use-error";
import { Button, IconButton } from "@/ui/button";
import { Alert, Badge } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Section } from "@/ui/editing/parts";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import { RoleBadge } from "../../components/role-badge";
import type { Workspace } from "../../components/workspace-frame";
import { mayInviteAs } from "../../members/rules";
import { type InviteInput, inviteInput } from "../schema";

type Invite = RouterOutputs["trades"]["invites"]["list"]["data"][number];

/** Whom one invites, and who has not come yet. */
export function Invites({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.invites");
  const query = trpc.trades.invites.list.useQuery({ workspaceId: workspace.uid });
  const open = query.data?.data ?? [];
  return (
    <Section title={t("title")} lead={t("lead")}>
      <div tabIndex={-1} className="grid gap-6">
        <InviteForm workspace={workspace} />
        {isMissing(query) ? <LoadFailed query={query} /> : null}
        {open.length > 0 ? (
          <div>
            <h3 className="font-semibold">{t("open")}</h3>
            <ul className="mt-1 divide-y divide-line">
              {open.map((invite) => (
                <Open key={invite.uid} workspace={workspace} invite={invite} />
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Section>
  );
}

function InviteForm({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.invites");
  const roles = useTranslations("trades.roles");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const nobody: InviteInput = { workspaceId: workspace.uid, email: "", role: "member" };
  const form = useZodForm<InviteInput>(inviteInput, nobody, { stays: true });
  const choices = mayInviteAs(workspace.role);
  const submit = form.handleSubmit(async (values) => {
    try {
      const list = await api.trades.invites.send.mutate(values);
      utils.trades.invites.list.setData({ workspaceId: workspace.uid }, list);
      form.settle(nobody);
      notify("success", t("sent", { email: values.email }));
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <TextField type="email" dir="ltr" label={t("email")} autoComplete="off" error={form.errorOf("email")} {...form.register("email")} />
      {choices.length > 1 ? (
        <Choices
          label={t("role")}
          value={form.watch("role")}
          choices={choices.toReversed().map((role) => ({ value: role, label: roles(role) }))}
          onChange={(role) => form.setValue("role", role)}
        />
      ) : null}
      <Button type="submit" className="justify-self-start" busy={form.formState.isSubmitting}>
        {t("send")}
      </Button>
    </form>
  );
}

function Open({ workspace, invite: { uid, email, role, expiresAt, expired } }: { workspace: Workspace; invite: Invite }) {
  const t = useTranslations("trades.invites");
  const format = useFormat();
  const utils = trpc.useUtils();
  const about = { workspaceId: workspace.uid };
  const onError = useErrorToast();
  const revoke = trpc.trades.invites.revoke.useMutation({
    onSuccess: (list) => {
      utils.trades.invites.list.setData(about, list);
      notify("success", t("revoked", { email }));
    },
    onError,
  });
  const again = trpc.trades.invites.send.useMutation({
    onSuccess: (list) => {
      utils.trades.invites.list.setData(about, list);
      notify("success", t("sent", { email }));
    },
    onError,
  });
  const mine = mayInviteAs(workspace.role).includes(role);
  return (
    <li className="flex items-center justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <p dir="ltr" className="font-medium wrap-anywhere rtl:text-end">
          {email}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <RoleBadge role={role} />
          {expired ? <Badge tone="warning">{t("expired")}</Badge> : <span>{t("until", { date: format.date(expiresAt) })}</span>}
        </p>
      </div>
      {mine ? (
        <div className="-me-2 flex shrink-0 items-center">
          <IconButton
            label={format.labelled(t("again"), email)}
            busy={again.isPending}
            onClick={() => again.mutate({ ...about, email, role })}
          >
            <ArrowPathIcon />
          </IconButton>
          <IconButton
            ref={passFocusAlong}
            label={t("revoke", { email })}
            busy={revoke.isPending}
            onClick={() => revoke.mutate({ ...about, uid })}
          >
            <XMarkIcon />
          </IconButton>
        </div>
      ) : null}
    </li>
  );
}
