"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { mayLeave, nothingTyped, setOutdatedWords, useOffered, watchParts } from "@/ui/new-version";
import { ReloadOffer } from "@/ui/reload-offer";

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
    <aside aria-label={t("label")} data-banner="new-version">
      <ReloadOffer tone="info" text={t("text")} label={t("reload")} />
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
