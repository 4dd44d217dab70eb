"use client";

import { BuildingStorefrontIcon, EnvelopeOpenIcon, LinkSlashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { keepLink, LOGIN_FOR_LINK, REGISTER_FOR_LINK } from "@/features/account/components/kept-link";
import { useSession } from "@/features/account/hooks/use-session";
import { toApiError, trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { useFragment } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { TRADES, workspaceHref } from "../../hrefs";

/** Opened by a mailed link, signed in or not: the token in the fragment says which invitation it is. */
export function Invitation() {
  const t = useTranslations("trades.invitation");
  const token = useFragment();
  const { ready, signedIn } = useSession();
  if (token === undefined || !ready) return <LoadingList label={t("checking")} />;
  if (token === "") return <Invalid />;
  return signedIn ? <Opened key={token} token={token} /> : <Outside token={token} />;
}

function Invalid() {
  const t = useTranslations("trades.invitation");
  const session = useTranslations("notFound");
  return (
    <Notice level={1} icon={<LinkSlashIcon />} title={t("invalidTitle")} text={t("invalidText")}>
      <ButtonLink href="/dashboard">{session("dashboard")}</ButtonLink>
    </Notice>
  );
}

/** Whoever is not signed in does that first, and comes back. */
function Outside({ token }: { token: string }) {
  const t = useTranslations("trades.invitation");
  useEffect(() => keepLink("/invitation", token), [token]);
  return (
    <Notice level={1} icon={<EnvelopeOpenIcon />} title={t("outTitle")} text={t("outText")}>
      <ButtonLink href={LOGIN_FOR_LINK}>{t("login")}</ButtonLink>
      <ButtonLink href={REGISTER_FOR_LINK} look="outline">
        {t("register")}
      </ButtonLink>
    </Notice>
  );
}

function Opened({ token }: { token: string }) {
  const t = useTranslations("trades.invitation");
  const trades = useTranslations("trades");
  const common = useTranslations("common");
  const router = useRouter();
  const utils = trpc.useUtils();
  const preview = trpc.trades.invites.preview.useMutation();
  const accept = trpc.trades.invites.accept.useMutation({
    onSuccess: async ({ data: { workspaceId } }) => {
      notify("success", t("joined", { workspace: preview.data?.data.workspace ?? "" }));
      // From now on there is the area for them.
      await Promise.all([utils.admin.service.invalidate(), utils.trades.invalidate()]);
      router.replace(workspaceHref(workspaceId));
    },
  });
  const { mutate: look } = preview;
  useEffect(() => look({ token }), [look, token]);

  const refusal = accept.error ?? preview.error;
  const { code, message } = toApiError(refusal);
  if (refusal && code === "linkInvalid") return <Invalid />;
  if (refusal && code === "alreadyMember")
    return (
      <Notice level={1} icon={<BuildingStorefrontIcon />} title={t("insideTitle")}>
        <ButtonLink href={TRADES}>{trades("all")}</ButtonLink>
      </Notice>
    );
  if (preview.error)
    return (
      <Notice level={1} tone="danger" title={message ?? common("offline")}>
        <Button onClick={() => look({ token })}>{common("retry")}</Button>
      </Notice>
    );
  if (!preview.data) return <LoadingList label={t("checking")} />;
  const { workspace, role, invitedBy, email, yours } = preview.data.data;
  return (
    <div className="grid gap-4">
      {accept.error ? <Alert tone="danger">{message ?? common("offline")}</Alert> : null}
      {yours ? null : <Alert tone="info">{t("other", { email })}</Alert>}
      <Notice
        level={1}
        icon={<EnvelopeOpenIcon />}
        title={t("title", { workspace })}
        text={t("text", { by: invitedBy, role: trades(`roles.${role}`) })}
      >
        <Button busy={accept.isPending} onClick={() => accept.mutate({ token })}>
          {t("accept")}
        </Button>
      </Notice>
    </div>
  );
}
