"use client";

import { ClipboardDocumentIcon, EnvelopeIcon } from "@heroicons/react/24/outline";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { LOCALES, type Locale, localeDirection, localeTag } from "@/lib/locales";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Alert } from "@/ui/card";
import { copyText } from "@/ui/copy-text";
import { Dialog } from "@/ui/dialog";
import { SelectField } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";
import { mailHref } from "../rules";

/** A text of the shop with this job in it, to be read and then sent by one's own mail program. */
export function WriteDialog({ workspace, jobUid, onClose }: { workspace: Workspace; jobUid: string; onClose: () => void }) {
  const t = useTranslations("trades.texts");
  const standards = useTranslations("trades.standards");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const workspaceId = workspace.uid;
  const query = trpc.trades.texts.list.useQuery({ workspaceId });
  const [chosen, setChosen] = useState("");
  const [language, setLanguage] = useState<Locale>(workspace.language);
  const texts = query.data?.data.texts ?? [];
  const text = texts.find(({ uid }) => uid === chosen) ?? texts[0];
  const written = LOCALES.filter((locale) => text && text.wordings[locale].body !== "");
  const locale = written.includes(language) ? language : written[0];
  const filled = trpc.trades.texts.fill.useQuery(
    { workspaceId, jobUid, uid: text?.uid ?? "", locale: locale ?? "en" },
    { enabled: text !== undefined && locale !== undefined },
  );
  return (
    <Dialog open onClose={onClose} title={t("write")}>
      <div className="grid gap-5 text-ink">
        {isMissing(query) ? <LoadFailed query={query} /> : null}
        {isComing(query) ? <LoadingList /> : null}
        {query.data && !text ? (
          <>
            <p className="text-ink-soft">{t("none")}</p>
            <ButtonLink look="outline" className="justify-self-start" href={settingsHref(workspaceId, "templates")}>
              {standards("setUp")}
            </ButtonLink>
          </>
        ) : null}
        {text && locale ? (
          <>
            <SelectField label={t("text")} value={text.uid} onChange={({ target }) => setChosen(target.value)}>
              {texts.map(({ uid, name }) => (
                <option key={uid} value={uid}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField label={t("language")} value={locale} onChange={({ target }) => setLanguage(target.value as Locale)}>
              {written.map((one) => (
                <option key={one} value={one}>
                  {format.language(one)}
                </option>
              ))}
            </SelectField>
            {isComing(filled) ? <LoadingList /> : null}
            {isMissing(filled) ? <Alert tone="danger">{errorMessage(filled.error)}</Alert> : null}
            {filled.data ? <Filled locale={locale} {...filled.data.data} /> : null}
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function Filled({ locale, to, subject, body }: { locale: Locale; to: string; subject: string; body: string }) {
  const t = useTranslations("trades.texts");
  const common = useTranslations("common");
  const reader = useLocale();
  const address = mailHref({ to, subject, body });
  const copy = () => copyText(`${subject}\n\n${body}`, t("copied"), common("notCopied"));
  const [lang, dir] = [localeTag(locale), localeDirection(locale)];
  return (
    <>
      <section aria-label={t("preview")} className="rounded-box bg-sunken p-4">
        {to ? (
          <p className="mb-2 text-sm text-ink-soft wrap-anywhere">
            <bdi dir="ltr">{to}</bdi>
          </p>
        ) : (
          <p className="mb-2 text-sm text-ink-soft" lang={reader}>
            {t("noAddress")}
          </p>
        )}
        <p lang={lang} dir={dir} className="font-semibold wrap-anywhere">
          {subject}
        </p>
        <p lang={lang} dir={dir} className="mt-1 whitespace-pre-line wrap-anywhere">
          {body}
        </p>
      </section>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" icon={<ClipboardDocumentIcon className="size-5" />} onClick={() => void copy()}>
          {t("copy")}
        </Button>
        <a
          href={address}
          className="inline-flex min-h-11 items-center justify-center gap-2 rounded-box bg-primary px-4 text-[0.95rem] font-semibold text-on-primary transition-colors hover:bg-primary-hover"
        >
          <EnvelopeIcon className="size-5 shrink-0" aria-hidden="true" />
          {t("openMail")}
        </a>
      </div>
    </>
  );
}
