"use client";

import { BellAlertIcon } from "@heroicons/react/24/outline";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { DAY_MS } from "@/lib/durations";
import { Button } from "@/ui/button";
import { passFocusOn } from "@/ui/pass-focus-on";
import { usePush } from "../hooks/use-push";

const VISITS_KEY = "visits";
const LATER_KEY = "pushLater";
/** Nobody is asked on a first visit: what it would be good for shows with time. */
const FROM_VISIT = 2;
const LATER_DAYS = 30;
/** After a page has opened, in milliseconds. */
const AFTER_MS = 3000;

/** Where somebody is busy with something else, or has the same choice before them. */
const QUIET = ["/dashboard/practice/session", "/dashboard/practice/simulation/run", "/dashboard/settings", "/dashboard/subscription"];

/** The visits to the dashboard from this browser; a tab's life is one. @returns null where nothing is kept: nobody is asked on each page */
function countVisit(): number | null {
  try {
    const visits = Number(localStorage.getItem(VISITS_KEY) ?? 0) + (sessionStorage.getItem(VISITS_KEY) ? 0 : 1);
    sessionStorage.setItem(VISITS_KEY, "counted");
    localStorage.setItem(VISITS_KEY, String(visits));
    return visits;
  } catch {
    return null;
  }
}

function isLater(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(LATER_KEY) ?? 0) < LATER_DAYS * DAY_MS;
  } catch {
    return true;
  }
}

function askLater(): void {
  try {
    localStorage.setItem(LATER_KEY, String(Date.now()));
  } catch {
    // It was not asked for a second time in this page's life.
  }
}

/** Asks whether pushes are wanted where they are not on; the browser's own question comes only after a yes. */
export function PushPrompt() {
  const t = useTranslations("notifications.prompt");
  const push = useTranslations("notifications.push");
  const pathname = usePathname();
  const { state, busy, turnOn } = usePush();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const visits = countVisit();
    if (visits === null || visits < FROM_VISIT || isLater()) return;
    const timer = setTimeout(() => setOpen(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const close = () => {
    askLater();
    setOpen(false);
  };
  if (!open || state !== "off" || QUIET.some((path) => pathname.startsWith(path))) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 top-header z-10 flex justify-center overflow-hidden px-4 pt-3 pb-16 lg:top-header-dashboard print:hidden">
      <section
        aria-labelledby="push-prompt"
        className="pointer-events-auto grid w-full max-w-xl animate-slide-down gap-4 rounded-box border border-line bg-surface p-4 shadow-float sm:grid-cols-[auto_minmax(0,1fr)] sm:p-5"
      >
        <span className="hidden size-11 place-items-center rounded-full bg-primary-soft text-primary-text sm:grid">
          <BellAlertIcon className="size-6" />
        </span>
        <div>
          <h2 id="push-prompt" className="font-semibold">
            {t("title")}
          </h2>
          <p className="mt-1 text-[0.95rem] text-ink-soft">{t("text")}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button ref={passFocusOn} size="sm" busy={busy === "switch"} onClick={() => void turnOn().then(close)}>
              {push("turnOn")}
            </Button>
            <Button ref={passFocusOn} size="sm" look="ghost" onClick={close}>
              {t("later")}
            </Button>
          </div>
        </div>
      </section>
    </div>
  );
}
