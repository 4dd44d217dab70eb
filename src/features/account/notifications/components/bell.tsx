"use client";

import { Popover, PopoverButton, PopoverPanel } from "@headlessui/react";
import { BellIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { lazyPart } from "@/ui/lazy-part";
import { MENU_BUTTON } from "@/ui/menu";
import { useSession } from "../../hooks/use-session";

const BellPanel = lazyPart(() => import("./bell-panel").then((part) => part.BellPanel));

/** More are not counted out: a number that long says the same. */
const SHOWN = 99;

/** The bell in the header: how much is unread, and the newest of it. Its list loads when it is opened. */
export function Bell() {
  const t = useTranslations("notifications.bell");
  const format = useFormat();
  const { signedIn } = useSession();
  const query = trpc.account.notifications.unread.useQuery(undefined, { enabled: signedIn });
  const count = query.data?.data.unread ?? 0;
  const label = t("label", { count });
  return (
    <Popover>
      <PopoverButton className={MENU_BUTTON} aria-label={label} title={label}>
        <span className="relative">
          <BellIcon />
          {count > 0 ? (
            <span
              aria-hidden="true"
              className="tabular absolute -end-2 -top-2 grid h-5 min-w-5 place-items-center rounded-full border-2 border-ground bg-primary px-1 text-[0.6875rem] leading-none font-bold text-on-primary"
            >
              {count > SHOWN ? `${format.number(SHOWN)}+` : format.number(count)}
            </span>
          ) : null}
        </span>
      </PopoverButton>
      {/* It hangs from the header, whose width it may need on a phone, and stays within it for screen readers. */}
      <PopoverPanel
        transition
        className="absolute end-2 top-full mt-1.5 flex max-h-[min(36rem,calc(100dvh-6.5rem))] w-[min(25rem,calc(100vw-1rem))] flex-col rounded-box border border-line bg-surface shadow-float transition duration-100 sm:end-6 lg:end-10 data-closed:opacity-0"
      >
        {({ close }) => (
          <>
            <BellPanel unread={count} onClose={() => close()} />
            {/* Not in what loads later: the focus finds its way into the panel by what stands there when it opens. */}
            <Link
              href="/dashboard/notifications"
              onClick={() => close()}
              className="mt-auto grid min-h-12 shrink-0 place-items-center rounded-b-box border-t border-line px-4 font-semibold text-primary-text -outline-offset-2 hover:bg-sunken"
            >
              {t("seeAll")}
            </Link>
          </>
        )}
      </PopoverPanel>
    </Popover>
  );
}
