"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { chooseLanguage } from "@/i18n/language";
import { useFormat } from "@/i18n/use-format";
import { LOCALE_NAMES, LOCALES } from "@/lib/locales";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { SelectField, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { useTimeZones } from "@/ui/time-zones";
import { notify } from "@/ui/toast";
import { profileInput } from "../../schema";
import { NameFields, UsernameField } from "../fields";
import { AvatarEditor } from "./avatar-editor";
import { SettingsCard } from "./settings-card";

type Profile = RouterOutputs["account"]["profile"]["data"];

export function ProfileSection() {
  const t = useTranslations("account.profile");
  const format = useFormat();
  const profile = trpc.account.profile.useQuery();
  if (isMissing(profile)) return <LoadFailed query={profile} />;
  if (!profile.data) return <LoadingList />;
  const own = profile.data.data;
  return (
    <>
      <SettingsCard stacked title={t("picture")} lead={t("pictureHelp")}>
        <AvatarEditor avatar={own.avatar} firstName={own.firstName} lastName={own.lastName} />
      </SettingsCard>
      <SettingsCard stacked title={t("about")} lead={t("memberSince", { date: format.date(own.createdAt) })}>
        <ProfileForm profile={own} />
      </SettingsCard>
    </>
  );
}

/** What a form can hold of a profile: an empty text stands for nothing chosen. */
const toForm = ({ firstName, lastName, username, profession, timeZone, language, interviewDate }: Profile) => ({
  firstName,
  lastName,
  username,
  profession,
  timeZone,
  language,
  interviewDate,
});

const orNull = { setValueAs: (value: string | null) => value || null };

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTranslations("account.profile");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm(profileInput, toForm(profile), { stays: true });
  const { reset, formState } = form;
  const { isDirty, dirtyFields } = formState;
  useFormDraft(form, "account.profile");
  const timeZone = form.watch("timeZone") ?? null;
  const zones = useTimeZones(timeZone);
  // What changed elsewhere shows, except in fields that somebody has changed here.
  useEffect(() => reset(toForm(profile), { keepDirty: true, keepDirtyValues: true }), [profile, reset]);

  const submit = form.handleSubmit(async (values) => {
    try {
      // The others may have been changed elsewhere, and what stands here be older.
      const changed = Object.entries(values).filter(([field]) => dirtyFields[field as keyof typeof values]);
      const { data } = await api.account.updateProfile.mutate(Object.fromEntries(changed));
      form.settle(toForm(data));
      notify("success", common("saved"));
      // The plan reckons with the day of an interview, and in the person's zone.
      void utils.practice.plan.invalidate();
      await utils.account.invalidate();
      if (data.language !== profile.language) chooseLanguage(data.language);
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <NameFields
        firstName={{ error: form.errorOf("firstName"), ...form.register("firstName") }}
        lastName={{ error: form.errorOf("lastName"), ...form.register("lastName") }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <UsernameField
          label={t("username")}
          help={t("usernameHelp")}
          error={form.errorOf("username")}
          {...form.register("username", orNull)}
        />
        <TextField
          label={t("profession")}
          help={t("professionHelp")}
          error={form.errorOf("profession")}
          autoComplete="organization-title"
          dir="auto"
          {...form.register("profession")}
        />
        <TextField
          label={t("interviewDate")}
          help={t("interviewDateHelp")}
          error={form.errorOf("interviewDate")}
          type="date"
          {...form.register("interviewDate", orNull)}
        />
        <SelectField label={t("language")} help={t("languageHelp")} error={form.errorOf("language")} {...form.register("language")}>
          {LOCALES.map((locale) => (
            <option key={locale} value={locale}>
              {LOCALE_NAMES[locale]}
            </option>
          ))}
        </SelectField>
        {/* Its options come late, and what was chosen before them would not be shown. */}
        <SelectField label={t("timeZone")} error={form.errorOf("timeZone")} {...form.register("timeZone", orNull)} value={timeZone ?? ""}>
          <option value="">{t("timeZoneAuto")}</option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={formState.isSubmitting}>
          {t("save")}
        </Button>
        {isDirty ? (
          <Button look="outline" onClick={() => reset(toForm(profile))}>
            {common("discard")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
