"use client";

import { EyeIcon, EyeSlashIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { PEOPLE_PAGE, personHref } from "@/features/admin/people/hrefs";
import { TRANSIENT, toApiError, trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoaderScreen } from "@/ui/loader-screen";
import { beginViewing } from "@/ui/viewing-tab";

/** Where a tab becomes somebody else's account, and is again whoever is signed in. */
export function ViewPage() {
  const params = useSearchParams();
  const over = params.get("over");
  return over === null ? <Opening viewing={params.get("viewing") ?? ""} /> : <Over person={over} end={params.get("end")} />;
}

function Opening({ viewing }: { viewing: string }) {
  const t = useTranslations("viewing");
  const common = useTranslations("common");
  const open = trpc.admin.viewings.open.useMutation({ onSuccess: ({ data }) => beginViewing(data.accessToken) });
  useOnce(viewing, open.mutate);
  if (!open.isError) return <LoaderScreen label={t("opening")} />;
  const { code, message } = toApiError(open.error);
  if (TRANSIENT.includes(code)) return <Unanswered error={open.error} again={() => open.mutate({ uid: viewing })} />;
  return (
    <Notice level={1} icon={<EyeSlashIcon />} title={t("refusedTitle")} text={message ?? common("offline")}>
      <ButtonLink href={PEOPLE_PAGE}>{t("back")}</ButtonLink>
    </Notice>
  );
}

/** Nothing is known yet, as nobody could say it. */
function Unanswered({ error, again }: { error: unknown; again: () => void }) {
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  return (
    <Notice level={1} tone="danger" title={errorMessage(error)}>
      <Button onClick={again}>{common("retry")}</Button>
    </Notice>
  );
}

/** Each stands in the log: it happens once. */
function useOnce(viewing: string | null, act: (input: { uid: string }) => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || viewing === null) return;
    done.current = true;
    act({ uid: viewing });
  }, [viewing, act]);
}

function Over({ person, end }: { person: string; end: string | null }) {
  const t = useTranslations("viewing");
  const common = useTranslations("common");
  const ending = trpc.admin.viewings.end.useMutation();
  useOnce(end, ending.mutate);
  if (end !== null && !ending.isSuccess) {
    if (!ending.isError) return <LoaderScreen label={common("loading")} />;
    // Whose account it is sees it go on until it has ended there, too. Where it was refused, the owner was faster.
    const again = () => ending.mutate({ uid: end });
    if (TRANSIENT.includes(toApiError(ending.error).code)) return <Unanswered error={ending.error} again={again} />;
  }
  return (
    <Notice level={1} icon={<EyeIcon />} title={t("overTitle")} text={t("overText")}>
      <ButtonLink href={person ? personHref(person) : PEOPLE_PAGE}>{t("back")}</ButtonLink>
    </Notice>
  );
}
