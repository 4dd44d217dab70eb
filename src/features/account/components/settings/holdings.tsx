"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { Spinner } from "@/ui/spinner";
import { HOLDINGS } from "../../rules";

/** What an account holds and would take along, in numbers where there are any. */
export function Holdings() {
  const t = useTranslations("account.deletion");
  const common = useTranslations("common");
  const holdings = trpc.account.deletion.holdings.useQuery(undefined, { staleTime: 0 });
  const counts = holdings.data?.data ?? {};
  // Without the numbers the dialog still says what it is about.
  return (
    <>
      <ul className="mt-3 grid list-disc gap-1 ps-5 text-ink marker:text-ink-soft">
        {holdings.isLoading ? (
          <li role="status" className="list-none">
            <Spinner className="size-5" />
            <span className="sr-only">{common("loading")}</span>
          </li>
        ) : null}
        {HOLDINGS.filter((name) => (counts[name] ?? 0) > 0).map((name) => (
          <li key={name}>{t(`holdings.${name}`, { count: counts[name] ?? 0 })}</li>
        ))}
        <li>{t("alsoProfile")}</li>
      </ul>
      {/* Said where they are named: whoever made an archive would think that they have all of it. */}
      {(counts.workspaces ?? 0) > 0 ? <p className="mt-3">{t("workspacesApart")}</p> : null}
    </>
  );
}
