"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { HANDLE } from "../rules";
import { memberInput } from "../schema";
import { Face } from "./face";

/** How somebody wants to be seen here. @param first they are about to write their first message @param onClose whether it was saved */
export function YouDialog({ first = false, onClose }: { first?: boolean; onClose: (saved: boolean) => void }) {
  const t = useTranslations("forum.you");
  const common = useTranslations("common");
  const id = useId();
  const utils = trpc.useUtils();
  const me = trpc.forum.members.me.useQuery();
  const member = me.data?.data;
  const form = useZodForm(memberInput, { name: "", handle: "" });
  const save = trpc.forum.members.save.useMutation();
  const { reset } = form;
  useEffect(() => {
    // Also while somebody types: what they have not touched follows.
    if (member) reset({ name: member.name, handle: member.handle }, { keepDirty: true, keepDirtyValues: true });
  }, [member, reset]);
  const [name, handle] = form.watch(["name", "handle"]);
  const submit = form.handleSubmit(async (wanted) => {
    try {
      const { data } = await save.mutateAsync(wanted);
      utils.forum.members.me.setData(undefined, { data });
      if (!first) {
        notify("success", common("saved"));
        void utils.forum.topics.invalidate();
      }
      onClose(true);
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title={t(first ? "firstTitle" : "title")}
      footer={
        member ? (
          <DialogActions onCancel={() => onClose(false)} type="submit" form={id} busy={save.isPending}>
            {first ? t("saveAndSend") : common("save")}
          </DialogActions>
        ) : null
      }
    >
      {isMissing(me) ? <LoadFailed query={me} /> : null}
      {isComing(me) ? <LoadingList /> : null}
      {member ? (
        <form id={id} noValidate onSubmit={submit} className="grid gap-4 text-ink">
          <p className="text-ink-soft">{t("lead")}</p>
          {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
          <TextField
            label={t("name")}
            help={t("nameHelp")}
            dir="auto"
            autoComplete="nickname"
            maxLength={60}
            error={form.errorOf("name")}
            {...form.register("name")}
          />
          <TextField
            label={t("handle")}
            help={t("handleHelp")}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={HANDLE.max}
            error={form.errorOf("handle")}
            {...form.register("handle")}
          />
          <div className="rounded-box border border-line p-3">
            <p className="mb-2 text-sm text-ink-soft">{t("seen")}</p>
            <div className="flex items-center gap-3">
              <Face person={{ name, avatar: member.avatar }} className="size-10 text-sm" />
              <p className="min-w-0">
                <bdi className="block truncate font-semibold">{name}</bdi>
                <bdi dir="ltr" className="block truncate text-sm text-ink-soft">
                  @{handle}
                </bdi>
              </p>
            </div>
          </div>
        </form>
      ) : null}
    </Dialog>
  );
}
