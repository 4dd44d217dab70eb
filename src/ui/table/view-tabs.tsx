"use client";

import { BookmarkIcon, XMarkIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useContext, useState } from "react";
import { Button } from "@/ui/button";
import { lazyPart } from "@/ui/lazy-part";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { offerUndo } from "@/ui/toast";
import { type SavedView, setViews, useViewsState, ViewsOwner, viewQuery, viewsKey } from "./views";

const NameDialog = lazyPart(() => import("./name-dialog").then((part) => part.NameDialog));

const NONE: SavedView[] = [];

/** The views that somebody keeps of a table, each an address of its own, and a way to keep what is shown now. */
export function ViewTabs({ table }: { table: string }) {
  const t = useTranslations("ui.table");
  const owner = useContext(ViewsOwner);
  const key = viewsKey(owner ?? "", table);
  const views = useViewsState((state) => state.views[key]) ?? NONE;
  const pathname = usePathname();
  const params = useSearchParams();
  const [naming, setNaming] = useState(false);
  const now = viewQuery(params);
  const tab = params.get("tab");
  const href = (query: string) => {
    const whole = [tab ? new URLSearchParams({ tab }).toString() : "", query].filter(Boolean).join("&");
    return whole ? `${pathname}?${whole}` : pathname;
  };
  if (!owner || (views.length === 0 && now === "")) return null;

  const remove = (view: SavedView) => {
    const at = views.indexOf(view);
    setViews(key, views.toSpliced(at, 1));
    offerUndo(t("viewRemoved", { name: view.name }), t("undo"), async () =>
      setViews(key, (useViewsState.getState().views[key] ?? NONE).toSpliced(at, 0, view)),
    );
  };
  const known = now === "" || views.some(({ query }) => query === now);
  return (
    <nav aria-label={t("views")} className="flex flex-wrap items-center gap-2">
      <ul className="contents">
        {[{ name: t("all"), query: "" }, ...views].map((view) => (
          <li
            key={view.query}
            className={clsx(
              "flex max-w-full items-center rounded-full border text-sm font-medium",
              view.query === now ? "border-primary bg-primary-soft text-primary-text" : "border-line-strong/60 bg-surface",
            )}
          >
            <Link
              href={href(view.query)}
              scroll={false}
              aria-current={view.query === now ? "page" : undefined}
              className="min-w-0 truncate rounded-full px-3.5 py-2"
            >
              <bdi>{view.name}</bdi>
            </Link>
            {view.query ? (
              <button
                ref={passFocusAlong}
                type="button"
                aria-label={t("removeView", { name: view.name })}
                title={t("removeView", { name: view.name })}
                onClick={() => remove(view)}
                className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-sunken"
              >
                <XMarkIcon className="size-4" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {known ? null : (
        <Button look="ghost" size="sm" icon={<BookmarkIcon className="size-5" />} onClick={() => setNaming(true)}>
          {t("saveView")}
        </Button>
      )}
      {naming ? <NameDialog onClose={() => setNaming(false)} onName={(name) => setViews(key, [...views, { name, query: now }])} /> : null}
    </nav>
  );
}
