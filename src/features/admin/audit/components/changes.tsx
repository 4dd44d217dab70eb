"use client";

import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import { ChevronDownIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { changesOf, plainly } from "../rules";
import type { AuditEntry } from "./use-audit-columns";

export const changesText = (entry: AuditEntry): string =>
  changesOf(entry)
    .map(({ field, before, after }) => `${field}: ${plainly(before)} → ${plainly(after)}`)
    .join("\n");

/** Field by field what was there before, and what is there now; opened by whoever wants to know. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("admin.audit");
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <Disclosure as="div">
      <DisclosureButton className="group inline-flex min-h-9 items-center gap-1.5 rounded-sm text-primary-text underline-offset-4 hover:underline">
        {t("fields", { count: changes.length })}
        <ChevronDownIcon className="size-4 transition-transform group-data-open:rotate-180" aria-hidden="true" />
      </DisclosureButton>
      <DisclosurePanel>
        <dl className="mt-2 grid gap-3 text-sm">
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt className="font-semibold" dir="ltr">
                {field}
              </dt>
              {before === undefined ? null : <Side label={t("before")} value={before} />}
              {after === undefined ? null : <Side label={t("after")} value={after} />}
            </div>
          ))}
        </dl>
      </DisclosurePanel>
    </Disclosure>
  );
}

const Side = ({ label, value }: { label: string; value: unknown }) => (
  <dd className="grid gap-0.5">
    <span className="text-ink-soft">{label}</span>
    <span dir="auto" className="max-h-40 overflow-y-auto rounded bg-sunken px-2 py-1 break-words whitespace-pre-wrap">
      {plainly(value)}
    </span>
  </dd>
);
