"use client";

import { LinkSlashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { useFragment } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";
import { Offer } from "./offer";

/** Opened by a mailed link, with or without an account: the token in the fragment says which quote it is. */
export function OfferPage() {
  const t = useTranslations("trades.offer");
  const token = useFragment();
  if (token === undefined) return <LoadingList tall label={t("opening")} />;
  return token === "" ? <Invalid /> : <Opened key={token} token={token} />;
}

function Invalid() {
  const t = useTranslations("trades.offer");
  return (
    <Notice level={1} icon={<LinkSlashIcon />} title={t("invalidTitle")} text={t("invalidText")}>
      <ButtonLink href="/">{t("home")}</ButtonLink>
    </Notice>
  );
}

function Opened({ token }: { token: string }) {
  const t = useTranslations("trades.offer");
  const common = useTranslations("common");
  const opened = trpc.trades.quoteLinks.open.useMutation();
  const { mutate: open } = opened;
  useEffect(() => open({ token }), [open, token]);
  if (opened.error) {
    const { code, message } = toApiError(opened.error);
    if (code === "linkInvalid") return <Invalid />;
    return (
      <Notice level={1} tone="danger" title={message ?? common("offline")}>
        <Button onClick={() => open({ token })}>{common("retry")}</Button>
      </Notice>
    );
  }
  if (!opened.data) return <LoadingList tall label={t("opening")} />;
  return <Offer token={token} offer={opened.data.data} onStale={() => open({ token })} />;
}
