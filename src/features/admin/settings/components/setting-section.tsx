"use client";

import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode, Ref } from "react";
import { useFormat } from "@/i18n/use-format";
import { Alert } from "@/ui/card";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Overtaken } from "@/ui/editing/overtaken";
import { Section } from "@/ui/editing/parts";
import type { Setting, useSetting } from "../hooks/use-setting";

interface SettingSectionProps {
  title: string;
  lead: string;
  setting: Setting;
  editing: ReturnType<typeof useSetting>["editing"];
  formRef?: Ref<HTMLFormElement>;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** One setting with its fields, and when it was changed last. */
export function SettingSection({ title, lead, setting, editing, formRef, onSubmit, children }: SettingSectionProps) {
  const t = useTranslations("admin.settings");
  const format = useFormat();
  const { problem, busy, dirty, overtaken, saveOver, discard } = editing;
  return (
    <Section title={title} lead={lead}>
      <form ref={formRef} noValidate aria-label={title} className="grid gap-5" onSubmit={onSubmit}>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        {children}
        {overtaken ? <Overtaken busy={busy} onSaveOver={saveOver} onDiscard={discard} /> : null}
        <FormButtons label={t("save")} busy={busy} dirty={dirty} onDiscard={discard} />
        <p className="text-sm text-ink-soft">
          {setting.changedAt ? t("changedAt", { date: format.dateTime(setting.changedAt) }) : t("unchanged")}
        </p>
      </form>
    </Section>
  );
}
