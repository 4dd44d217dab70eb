"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import {
  AcademicCapIcon,
  AdjustmentsHorizontalIcon,
  ArrowRightStartOnRectangleIcon,
  BanknotesIcon,
  Bars3Icon,
  BriefcaseIcon,
  BuildingOffice2Icon,
  ChartBarIcon,
  ChatBubbleLeftRightIcon,
  ClipboardDocumentCheckIcon,
  ClipboardDocumentListIcon,
  Cog6ToothIcon,
  CreditCardIcon,
  EnvelopeIcon,
  FilmIcon,
  HomeIcon,
  InboxIcon,
  LifebuoyIcon,
  MegaphoneIcon,
  MicrophoneIcon,
  PencilSquareIcon,
  PresentationChartLineIcon,
  QuestionMarkCircleIcon,
  QueueListIcon,
  RectangleStackIcon,
  ScaleIcon,
  ShieldCheckIcon,
  UserGroupIcon,
  UsersIcon,
  WrenchIcon,
  WrenchScrewdriverIcon,
} from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type messages from "#messages/en.json";
import { Avatar } from "@/features/account/components/avatar";
import { useLogout } from "@/features/account/hooks/use-logout";
import { useSession } from "@/features/account/hooks/use-session";
import { Bell } from "@/features/account/notifications/components/bell";
import { isViewablePage } from "@/features/account/viewings/rules";
import { WaitingCount } from "@/features/forum/moderation/components/waiting-count";
import { UnreadReviews, WaitingReviewCare } from "@/features/peer-review/components/reviews-count";
import { useService } from "@/features/service/hooks/use-service";
import { areaOfPage } from "@/features/service/rules";
import { useHeldPlan } from "@/features/subscription/hooks/use-held-plan";
import { NewConversations, UnreadConversations } from "@/features/support/chat/components/counts";
import type { Area } from "@/lib/enums/service";
import { fullName } from "@/lib/names";
import { IconButton } from "@/ui/button";
import { Drawer } from "@/ui/dialog";
import { Logo, LogoMark } from "@/ui/logo";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { showWithin } from "@/ui/show-within";
import { ViewsOwner } from "@/ui/table/views";
import { isViewing } from "@/ui/viewing-tab";
import { Appearance } from "./appearance";
import { LanguageMenu } from "./language-menu";

interface Place {
  href: string;
  label: keyof (typeof messages)["shell"]["places"];
  icon: ComponentType<{ className?: string }>;
  /** Pages that belong to it and lie elsewhere. */
  pages?: string[];
  /** Other places lie below it in the address. */
  alone?: boolean;
  /** How much waits there. */
  count?: ComponentType;
  /** Of the console's places: those that only super admins may enter. Who may do what is the server's matter. */
  superOnly?: boolean;
}

const PLACES: Place[] = [
  { href: "/dashboard", label: "home", icon: HomeIcon, pages: ["/dashboard/plan"], alone: true },
  { href: "/dashboard/practice", label: "practice", icon: MicrophoneIcon },
  { href: "/dashboard/answers", label: "answers", icon: RectangleStackIcon },
  { href: "/dashboard/peer-review", label: "reviews", icon: UserGroupIcon, count: UnreadReviews },
  { href: "/dashboard/progress", label: "progress", icon: ChartBarIcon },
  { href: "/dashboard/interviews", label: "interviews", icon: BriefcaseIcon },
  {
    href: "/dashboard/learning",
    label: "learning",
    icon: AcademicCapIcon,
    pages: ["/dashboard/videolibrarydetail", "/dashboard/interviewvideodetail", "/dashboard/viewuniversitiesData"],
  },
  { href: "/dashboard/videolibrary", label: "library", icon: FilmIcon },
  { href: "/dashboard/forums", label: "community", icon: ChatBubbleLeftRightIcon },
  { href: "/dashboard/trades", label: "trades", icon: WrenchIcon },
  { href: "/dashboard/subscription", label: "subscription", icon: CreditCardIcon },
  { href: "/dashboard/support", label: "support", icon: LifebuoyIcon, count: UnreadConversations },
];

/** For those who run the service: people first, then what they say, then what they are offered, then the service itself. */
const CONSOLE: Place[] = [
  { href: "/dashboard/admin", label: "console", icon: PresentationChartLineIcon, alone: true },
  { href: "/dashboard/admin/people", label: "people", icon: UsersIcon },
  { href: "/dashboard/admin/support", label: "inbox", icon: InboxIcon, count: NewConversations },
  { href: "/dashboard/admin/community", label: "care", icon: ShieldCheckIcon, count: WaitingCount },
  { href: "/dashboard/admin/peer-review", label: "reviewCare", icon: ClipboardDocumentCheckIcon, count: WaitingReviewCare },
  { href: "/dashboard/admin/questions", label: "questions", icon: QueueListIcon },
  { href: "/dashboard/admin/learning", label: "content", icon: PencilSquareIcon },
  { href: "/dashboard/admin/rooms", label: "rooms", icon: BuildingOffice2Icon },
  { href: "/dashboard/admin/faq", label: "faq", icon: QuestionMarkCircleIcon },
  { href: "/dashboard/admin/announcements", label: "announcements", icon: MegaphoneIcon },
  { href: "/dashboard/admin/subscriptions", label: "subscriptions", icon: BanknotesIcon },
  { href: "/dashboard/admin/plans", label: "plans", icon: ScaleIcon, superOnly: true },
  { href: "/dashboard/admin/operations", label: "operations", icon: WrenchScrewdriverIcon },
  { href: "/dashboard/admin/mails", label: "mails", icon: EnvelopeIcon, superOnly: true },
  { href: "/dashboard/admin/settings", label: "consoleSettings", icon: AdjustmentsHorizontalIcon, superOnly: true },
  { href: "/dashboard/admin/audit", label: "audit", icon: ClipboardDocumentListIcon, superOnly: true },
];

/** The dashboard's frame: side bar of 280 px (88 as mini), header of 92 px; on a phone a header of 64 and a drawer. */
export function DashboardShell({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  const { userId } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-box bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
      >
        {t("skip")}
      </a>
      <aside className="fixed inset-y-0 start-0 z-30 hidden w-sidebar flex-col border-e border-line bg-surface lg:flex mini:lg:w-sidebar-mini print:hidden!">
        <Link
          href="/"
          aria-label={t("homeLink")}
          className="flex h-header-dashboard shrink-0 items-center px-6 mini:justify-center mini:px-0"
        >
          <span className="mini:hidden">
            <Logo />
          </span>
          <span className="hidden mini:block">
            <LogoMark />
          </span>
        </Link>
        <Navigation />
      </aside>
      <Drawer open={open} onClose={() => setOpen(false)} title={t("menu")} closeLabel={t("close")} side="start">
        <Navigation inDrawer onNavigate={() => setOpen(false)} />
      </Drawer>
      <div className="flex min-h-dvh flex-col lg:ps-sidebar mini:lg:ps-sidebar-mini print:ps-0!">
        <header
          data-top-bar=""
          className="sticky top-0 z-20 flex h-header items-center gap-1 border-b border-line bg-ground/90 px-2 backdrop-blur sm:px-6 lg:h-header-dashboard lg:px-10 print:hidden"
        >
          <IconButton label={t("menu")} onClick={() => setOpen(true)} className="lg:hidden">
            <Bars3Icon />
          </IconButton>
          <Link href="/" aria-label={t("homeLink")} className="rounded-box lg:hidden">
            <LogoMark />
          </Link>
          <span className="grow" />
          {isViewing() ? null : <Bell />}
          <LanguageMenu />
          <Appearance dashboard />
          <AccountMenu />
        </header>
        <main id="main" tabIndex={-1} className="page-width grow px-4 py-6 outline-none sm:px-6 lg:px-10 lg:py-10">
          <ViewsOwner value={userId}>{children}</ViewsOwner>
        </main>
      </div>
    </>
  );
}

function Navigation({ inDrawer = false, onNavigate }: { inDrawer?: boolean; onNavigate?: () => void }) {
  const t = useTranslations("shell");
  const { user } = useSession();
  const nav = useRef<HTMLElement>(null);
  const role = user?.role ?? "candidate";
  // The list may be longer than the screen is high: where one is shows at once.
  useEffect(() => {
    if (role) showWithin(nav.current, nav.current?.querySelector("[aria-current]"));
  }, [role]);
  const shared = { inDrawer, onNavigate };
  const service = useService();
  const closed = service?.closed ?? [];
  // What somebody pays for they find, whether it is still sold or not.
  const held = useHeldPlan() ? "subscription" : null;
  const isOpen = (area: Area | null) => area === null || area === held || !closed.includes(area);
  const viewing = isViewing();
  // Nothing is counted before it is known where there is something to count, nor for whoever looks at somebody else's account.
  const open = PLACES.filter(({ href }) => isOpen(areaOfPage(href)) && (!viewing || isViewablePage(href))).map(({ count, ...place }) =>
    count && service && !viewing ? { ...place, count } : place,
  );
  const ours = CONSOLE.filter(({ superOnly }) => !superOnly || role === "super_admin");
  return (
    <nav ref={nav} aria-label={t("menu")} className="min-h-0 grow overflow-y-auto overscroll-contain p-4">
      <Places places={open} {...shared} />
      {role === "candidate" ? null : (
        <section aria-labelledby={inDrawer ? "drawer-console" : "console"} className="mt-4 border-t border-line pt-4">
          <h2
            id={inDrawer ? "drawer-console" : "console"}
            title={t("adminOnly")}
            className={clsx(
              "mb-1 px-3.5 text-sm font-semibold text-ink-soft",
              !inDrawer && "mini:px-0 mini:text-center mini:text-xs mini:wrap-anywhere",
            )}
          >
            {t("console")}
          </h2>
          <Places places={user?.needsFactor ? ours.map(({ count: _, ...place }) => place) : ours} {...shared} />
        </section>
      )}
    </nav>
  );
}

function Places({ places, inDrawer, onNavigate }: { places: Place[]; inDrawer: boolean; onNavigate: (() => void) | undefined }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  return (
    <ul className="grid gap-1">
      {places.map(({ href, label, icon: Icon, pages = [], alone, count: Count }) => {
        const current = pathname === href || pages.includes(pathname) || (!alone && pathname.startsWith(`${href}/`));
        return (
          <li key={href}>
            <Link
              href={href}
              aria-current={current ? "page" : undefined}
              onClick={onNavigate}
              className={clsx(
                "flex min-h-12 items-center gap-3 rounded-box px-3.5 font-medium -outline-offset-2 transition-colors",
                !inDrawer && "mini:flex-col mini:justify-center mini:gap-1 mini:px-1 mini:py-2 mini:text-center mini:text-xs",
                current ? "bg-primary-soft text-primary-text" : "text-ink-soft hover:bg-sunken hover:text-ink",
              )}
            >
              <Icon className="size-6 shrink-0" />
              <span className="max-w-full wrap-anywhere">{t(`places.${label}`)}</span>
              {Count ? <Count /> : null}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function AccountMenu() {
  const t = useTranslations("shell");
  const { user } = useSession();
  const logOut = useLogout();
  return (
    <Menu>
      <MenuButton className={MENU_BUTTON} aria-label={t("account")} title={t("account")}>
        <Avatar user={user} className="size-9 text-sm" />
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        {user ? (
          <div className="border-b border-line px-3 pt-1.5 pb-3">
            <p className="truncate font-semibold" dir="auto">
              {fullName(user)}
            </p>
            <p className="truncate text-sm text-ink-soft" dir="ltr">
              {user.email}
            </p>
          </div>
        ) : null}
        <MenuItem>
          <Link href="/dashboard/settings/account" className={clsx(MENU_ITEM, "mt-1.5")}>
            <Cog6ToothIcon />
            {t("settings")}
          </Link>
        </MenuItem>
        <MenuItem>
          <button type="button" className={MENU_ITEM} onClick={logOut}>
            <ArrowRightStartOnRectangleIcon className="rtl:-scale-x-100" />
            {t("logOut")}
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}
