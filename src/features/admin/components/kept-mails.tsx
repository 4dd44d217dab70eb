"use client";

import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import { ChevronDownIcon, EnvelopeIcon, PaperAirplaneIcon, PaperClipIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isComing, isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { Button } from "@/ui/button";
import { Card, Notice, PageHeading } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { saveFile } from "@/ui/save-file";
import { LoadingList } from "@/ui/spinner";
import { MailPreview } from "./mail-preview";

type Mail = RouterOutputs["admin"]["mails"]["data"][number];

/** The mails that stayed here because there is no mail server, newest first. */
export function KeptMails() {
  const t = useTranslations("admin.mails");
  const page = pageOf(useSearchParams());
  const mails = trpc.admin.mails.useQuery({ page });
  if (isMissing(mails) && toApiError(mails.error).code === "notFound")
    return <Notice level={1} icon={<PaperAirplaneIcon />} title={t("title")} text={t("sending")} />;
  if (isMissing(mails)) return <Refused query={mails} />;
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      {isComing(mails) ? <LoadingList /> : null}
      {mails.data?.meta.total === 0 ? <Notice icon={<EnvelopeIcon />} title={t("empty")} /> : null}
      {mails.data ? (
        <>
          <ul className="grid gap-3">
            {mails.data.data.map((mail) => (
              <li key={mail.id}>
                <MailCard mail={mail} />
              </li>
            ))}
          </ul>
          <Pagination page={page} total={mails.data.meta.total} href={(target) => `/dashboard/admin/mails?page=${target}`} />
        </>
      ) : null}
    </>
  );
}

function MailCard({ mail }: { mail: Mail }) {
  const t = useTranslations("admin.mails");
  const format = useFormat();
  const id = useId();
  return (
    <Disclosure as={Card} className="p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-48 flex-1">
          <h2 id={`${id}-subject`} className="font-semibold">
            <bdi lang={mail.language}>{mail.subject}</bdi>
          </h2>
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
            <span className="min-w-0 break-words">{t("to", { address: mail.to })}</span>
            <span>{format.dateTime(mail.sentAt)}</span>
          </p>
        </div>
        <DisclosureButton as={Button} look="outline" id={`${id}-show`} aria-labelledby={`${id}-show ${id}-subject`} className="group">
          {t("show")}
          <ChevronDownIcon className="size-5 transition-transform group-data-open:rotate-180" aria-hidden="true" />
        </DisclosureButton>
      </div>
      <DisclosurePanel>
        <MailPreview mail={mail} />
        {mail.attachments.map((file) => (
          <Button
            key={file.name}
            look="outline"
            className="mt-4"
            icon={<PaperClipIcon className="size-5" />}
            onClick={() => saveFile(file)}
          >
            {t("attachment", { name: file.name })}
          </Button>
        ))}
      </DisclosurePanel>
    </Disclosure>
  );
}
