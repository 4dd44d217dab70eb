"use client";

import { KeyIcon, MapPinIcon, PhoneIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { dialled, mapHref } from "../customers/rules";

/** What is pressed to call, to write or to find a way. */
export const WAY = "inline-flex min-h-11 items-center gap-2 rounded-sm font-medium text-primary-text underline-offset-4 hover:underline";
export const WAY_ICON = "size-5 shrink-0";

export function Phone({ phone }: { phone: string }) {
  const number = dialled(phone);
  const shown = (
    <>
      <PhoneIcon className={WAY_ICON} aria-hidden="true" />
      <bdi dir="ltr" className="wrap-anywhere">
        {phone}
      </bdi>
    </>
  );
  if (!number) return <span className="inline-flex min-h-11 items-center gap-2">{shown}</span>;
  return (
    <a href={`tel:${number}`} className={WAY}>
      {shown}
    </a>
  );
}

/** Where work is done: how one finds it, and how one gets in. */
export function Site({ site: { name, address, access } }: { site: { name: string; address: string; access: string } }) {
  const t = useTranslations("trades.customers");
  const format = useFormat();
  const map = mapHref(address);
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      {address ? (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {address}
        </p>
      ) : null}
      {map ? (
        <a href={map} target="_blank" rel="noreferrer" className={WAY}>
          <MapPinIcon className={WAY_ICON} aria-hidden="true" />
          {t("map")}
        </a>
      ) : null}
      {access ? (
        <p className="flex gap-2">
          <KeyIcon className={`${WAY_ICON} text-ink-soft`} aria-hidden="true" />
          <span className="sr-only">{format.labelled(t("access"), "")}</span>
          <span dir="auto" className="min-w-0 grow whitespace-pre-line wrap-anywhere">
            {access}
          </span>
        </p>
      ) : null}
    </>
  );
}
