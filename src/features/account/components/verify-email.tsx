"use client";

import { ArrowRightEndOnRectangleIcon, CheckCircleIcon, LinkSlashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { useFragment } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";

/** Opened by a mailed link, signed in or not: the token in the fragment is all that counts. */
export function VerifyEmail() {
  const t = useTranslations("auth.verify");
  const common = useTranslations("common");
  const token = useFragment();
  const utils = trpc.useUtils();
  const { mutate, data, error, isPending, isIdle } = trpc.account.links.verifyEmail.useMutation({
    onSuccess: () => utils.account.invalidate(),
  });
  useEffect(() => {
    if (token) mutate({ token });
  }, [token, mutate]);

  if (data)
    return (
      <Notice level={1} icon={<CheckCircleIcon />} title={t("doneTitle", { email: data.data.email })} text={t("doneText")}>
        <ButtonLink href="/dashboard">{t("open")}</ButtonLink>
      </Notice>
    );
  if (token === "" || (error && toApiError(error).code === "linkInvalid"))
    return (
      <Notice level={1} icon={<LinkSlashIcon />} title={t("invalidTitle")} text={t("invalidText")}>
        <ButtonLink href="/dashboard/settings/account?section=security">{t("toSettings")}</ButtonLink>
      </Notice>
    );
  if (error && toApiError(error).code === "linkNeedsLogin")
    return (
      <Notice level={1} icon={<ArrowRightEndOnRectangleIcon />} title={t("loginTitle")} text={toApiError(error).message ?? ""}>
        <ButtonLink href="/auth/login">{t("loginTitle")}</ButtonLink>
      </Notice>
    );
  if (isPending || isIdle) return <LoadingList label={t("checking")} />;
  return (
    <Notice level={1} tone="danger" title={toApiError(error).message ?? common("offline")}>
      <Button onClick={() => mutate({ token: token ?? "" })}>{common("retry")}</Button>
    </Notice>
  );
}
