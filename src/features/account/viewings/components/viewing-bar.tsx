"use client";

import { EyeIcon } from "@heroicons/react/24/outline";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { fullName } from "@/lib/names";
import { api, toApiError, trpc } from "@/trpc/client";
import { readToken, tokenExpiry } from "@/trpc/token";
import { Button } from "@/ui/button";
import { notify } from "@/ui/toast";
import { closeSession } from "../../state";

/** How often it is asked whether the owner still allows it: nothing tells whoever looks, in milliseconds. */
const ASK_EVERY_MS = 10_000;

/** A frame around the page, and a line at its end: whose account it is, until when, and the way out. */
export function ViewingBar() {
  const t = useTranslations("viewing");
  const common = useTranslations("common");
  const format = useFormat();
  const account = trpc.account.me.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  const user = account.data?.user;
  // Its end is told by a page that is yet to be loaded: where nothing answers, this one stays.
  const end = useMutation({
    mutationFn: () => api.account.me.query(),
    onSuccess: () => closeSession(null),
    onError: (error) => (toApiError(error).code === "network" ? notify("error", common("offline")) : closeSession(null)),
  });
  const until = format.time(new Date(tokenExpiry(readToken() ?? "")).toISOString());
  return (
    <>
      <div aria-hidden className="pointer-events-none fixed inset-0 z-40 border-4 border-warning" />
      <aside
        aria-label={t("label")}
        data-bottom-bar=""
        className="tall:sticky bottom-0 z-40 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-warning bg-warning-soft px-4 py-3 text-ink sm:px-6 print:hidden"
      >
        <EyeIcon className="size-6 shrink-0 text-warning" />
        <p className="min-w-0 flex-1 basis-48 font-medium wrap-anywhere">
          {user ? t("bar", { name: fullName(user), time: until }) : t("label")}
        </p>
        <Button size="sm" busy={end.isPending} onClick={() => end.mutate()}>
          {t("end")}
        </Button>
      </aside>
    </>
  );
}
