"use client";

import { ArrowRightEndOnRectangleIcon, CheckCircleIcon, LinkSlashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { useFragment } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { useLogout } from "../hooks/use-logout";
import { useSession } from "../hooks/use-session";
import { settingsHref } from "../hrefs";
import { keepLink, LOGIN_FOR_LINK } from "./kept-link";

/** Opened by a mailed link, signed in or not: the token in the fragment is all that counts. */
export function VerifyEmail() {
  const t = useTranslations("auth.verify");
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const token = useFragment();
  const utils = trpc.useUtils();
  const { mutate, data, error, isPending, isIdle } = trpc.account.links.verifyEmail.useMutation({
    onSuccess: () => utils.account.invalidate(),
  });
  const { userId } = useSession();
  const needsLogin = error !== null && toApiError(error).code === "linkNeedsLogin";
  const askedAs = useRef<string>(undefined);
  useEffect(() => {
    if (token) mutate({ token });
  }, [token, mutate]);
  useEffect(() => {
    // Whoever logs in meanwhile, in another tab, is the right one, perhaps.
    if (!token || !needsLogin || userId === askedAs.current) return;
    askedAs.current = userId;
    mutate({ token });
  }, [token, needsLogin, userId, mutate]);

  if (data)
    return (
      <Notice level={1} icon={<CheckCircleIcon />} title={t("doneTitle", { email: data.data.email })} text={t("doneText")}>
        <ButtonLink href="/dashboard">{t("open")}</ButtonLink>
      </Notice>
    );
  if (token === "" || (error && toApiError(error).code === "linkInvalid"))
    return (
      <Notice level={1} icon={<LinkSlashIcon />} title={t("invalidTitle")} text={t("invalidText")}>
        <ButtonLink href={settingsHref("security")}>{t("toSettings")}</ButtonLink>
      </Notice>
    );
  if (token && needsLogin) return <LoginFirst token={token} />;
  if (isPending || isIdle) return <LoadingList label={t("checking")} />;
  return (
    <Notice level={1} tone="danger" title={errorMessage(error)}>
      <Button onClick={() => mutate({ token: token ?? "" })}>{common("retry")}</Button>
    </Notice>
  );
}

/** Whoever is not signed in, or as somebody else, logs in and comes back. */
function LoginFirst({ token }: { token: string }) {
  const t = useTranslations("auth.verify");
  const reauth = useTranslations("account.reauth");
  const { signedIn, user } = useSession();
  const logOut = useLogout();
  const router = useRouter();
  useEffect(() => keepLink("/verify-email", token), [token]);
  const change = () => {
    logOut();
    router.push(LOGIN_FOR_LINK);
  };
  if (!signedIn)
    return (
      <Notice level={1} icon={<ArrowRightEndOnRectangleIcon />} title={t("loginTitle")} text={t("loginText")}>
        <ButtonLink href={LOGIN_FOR_LINK}>{t("loginTitle")}</ButtonLink>
      </Notice>
    );
  return (
    <Notice
      level={1}
      icon={<ArrowRightEndOnRectangleIcon />}
      title={t("otherTitle")}
      text={user ? t("otherText", { email: user.email }) : t("loginText")}
    >
      <Button onClick={change}>{reauth("logOut")}</Button>
      <ButtonLink href="/dashboard" look="outline">
        {t("open")}
      </ButtonLink>
    </Notice>
  );
}
