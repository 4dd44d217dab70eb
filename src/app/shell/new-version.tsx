"use client";

import { ArrowPathIcon } from "@heroicons/react/24/outline";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { mayLeave, nothingTyped, setOutdatedWords, useOffered, watchParts } from "@/ui/new-version";

/**
 * After a deploy, in a tab that was open before: the next page comes whole and new. Until then a quiet bar offers it, for whoever stays
 * where they are; nothing is taken out of anybody's hands.
 */
export function NewVersion() {
  const t = useTranslations("newVersion");
  const offered = useOffered();
  const pathname = usePathname();
  const outdated = t("outdated");
  useEffect(watchParts, []);
  useEffect(() => setOutdatedWords(outdated), [outdated]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another beginning
  useEffect(nothingTyped, [pathname]);
  useEffect(() => {
    // Before the router, which would put the new page's parts into the old one: then the browser follows the link by itself.
    const onClick = (event: MouseEvent) => {
      if (mayLeave() && leadsAway(event)) event.stopPropagation();
    };
    window.addEventListener("click", onClick, true);
    return () => window.removeEventListener("click", onClick, true);
  }, []);
  if (!offered) return null;
  return (
    <aside
      aria-label={t("label")}
      data-banner="new-version"
      className="pointer-events-none sticky bottom-0 z-30 grid p-3 lg:ms-auto lg:me-4 lg:max-w-2xl print:hidden [&>*]:pointer-events-auto [&>*]:rounded-box [&>*]:shadow-float"
    >
      <Alert tone="info">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-56">{t("text")}</p>
          <Button size="sm" icon={<ArrowPathIcon className="size-5" />} onClick={() => window.location.reload()}>
            {t("reload")}
          </Button>
        </div>
      </Alert>
    </aside>
  );
}

/** Whether a plain click follows a link to another page of ours in this tab. */
function leadsAway({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.target !== "" || link.hasAttribute("download")) return false;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link.origin !== window.location.origin) return false;
  return link.pathname !== window.location.pathname || link.search !== window.location.search;
}
