"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { z } from "zod";
import { MAX_TEXT, TITLE } from "@/features/forum/rules";
import { useFormat } from "@/i18n/use-format";
import { LOCALES, localeOfTag } from "@/lib/locales";
import { toApiError, trpc } from "@/trpc/client";
import { BackLink } from "@/ui/back-link";
import { Alert, Card } from "@/ui/card";
import { clearDraft } from "@/ui/drafts";
import { SelectField, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { useRouter } from "@/ui/use-router";
import { FORUM, roomHref, topicHref } from "../../hrefs";
import { useJoin } from "../../members/hooks/use-join";
import { Suspended } from "../../posts/components/composer";
import { Editor } from "../../posts/components/editor";
import { useExtras } from "../../posts/components/extras-menu";
import { useSuspension } from "../../posts/hooks/use-standing";
import { bringAsked, broughtAsked } from "../../proposals/state";
import type { RoomDto } from "../../rooms/dto";
import { title } from "../schema";

const headInput = z.object({ professionId: z.uuid("required"), title, locale: z.enum(LOCALES) });
const DRAFT = "forum-new-head";

/** Where a topic is begun: the room, the title, the first message. What is entered is kept on this device. */
export function NewTopic({ rooms, room }: { rooms: RoomDto[]; room: RoomDto | undefined }) {
  const t = useTranslations("forum.new");
  const list = useTranslations("forum.rooms");
  const common = useTranslations("common");
  const router = useRouter();
  const utils = trpc.useUtils();
  const me = trpc.forum.members.me.useQuery(undefined, { staleTime: 60_000 }).data?.data;
  const suspended = useSuspension();
  const create = trpc.forum.topics.create.useMutation();
  const { ensure, dialog } = useJoin();
  const [asked] = useState(broughtAsked);
  useEffect(() => () => bringAsked(undefined), []);
  const { extras, clear, tool, chips, dialogs } = useExtras({ draft: DRAFT, chat: false, asked });
  const locale = localeOfTag(useLocale());
  const format = useFormat();
  const form = useZodForm(headInput, { professionId: "", title: "", locale });
  useFormDraft(form, DRAFT);
  const { setValue, getValues, trigger } = form;
  const open = rooms.filter(({ archived }) => !archived);
  const roomId = room?.archived ? undefined : room?.uid;
  useEffect(() => {
    if (roomId) setValue("professionId", roomId, { shouldDirty: true });
  }, [roomId, setValue]);
  const send = async (message: string, messageUid: string, uid: string) => {
    if (!(await trigger(undefined, { shouldFocus: true })) || !(await ensure())) return false;
    const head = headInput.parse(getValues());
    try {
      const { data } = await create.mutateAsync({ ...head, ...extras, message, uid, messageUid });
      form.reset({ professionId: "", title: "", locale });
      clearDraft(DRAFT);
      clear();
      void utils.forum.invalidate();
      router.replace(topicHref(data.uid));
    } catch (error) {
      const refusal = toApiError(error);
      if (!refusal.issues.some(({ path }) => path[0] === "title" || path[0] === "professionId")) throw error;
      form.showRefusal(refusal, common("offline"));
      return false;
    }
  };
  if (suspended) return <Suspended until={suspended} />;
  return (
    <>
      <BackLink href={room ? roomHref(room.slug) : FORUM} text={room?.name ?? list("all")} />
      <h1 className="text-2xl font-bold lg:text-[1.75rem]">{t("title")}</h1>
      <p className="mt-1.5 mb-5 max-w-prose text-ink-soft">{t("lead")}</p>
      <Card className="grid grid-cols-1 gap-5 p-4 sm:p-6">
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <SelectField label={t("room")} error={form.errorOf("professionId")} {...form.register("professionId")}>
          <option value="">{t("chooseRoom")}</option>
          {open.map(({ uid, name }) => (
            <option key={uid} value={uid}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("titleLabel")}
          help={t("titleHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={TITLE.max}
          error={form.errorOf("title")}
          {...form.register("title")}
        />
        <SelectField label={t("language")} help={t("languageHelp")} error={form.errorOf("locale")} {...form.register("locale")}>
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {format.language(one)}
            </option>
          ))}
        </SelectField>
        <div>
          <p className="mb-1.5 text-[0.95rem] font-semibold" aria-hidden="true">
            {t("message")}
          </p>
          <Editor
            draft="forum-new"
            label={t("message")}
            send={t("send")}
            max={MAX_TEXT.thread}
            limited={me?.newcomer ?? false}
            tools={tool}
            onSend={send}
          >
            {chips}
          </Editor>
        </div>
      </Card>
      {dialogs}
      {dialog}
    </>
  );
}
