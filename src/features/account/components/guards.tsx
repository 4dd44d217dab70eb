"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { safeReturnTo } from "@/lib/return-to";
import { LoaderScreen } from "@/ui/loader-screen";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { useSession } from "../hooks/use-session";
import { loginProblem } from "../rules";
import { useSessionState } from "../state";

/** Shows its children only while `allowed`; else the loader, on the way to `elsewhere`. */
function Gate({ ready, allowed, elsewhere, children }: { ready: boolean; allowed: boolean; elsewhere: () => string; children: ReactNode }) {
  const t = useTranslations("session");
  const router = useRouter();
  const leave = ready && !allowed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `elsewhere` is asked only at the moment of leaving
  useEffect(() => {
    if (leave) router.replace(elsewhere());
  }, [leave, router]);
  return ready && allowed ? children : <LoaderScreen label={t("restoring")} />;
}

/** For /auth: a logged-in visitor goes on to where the login would have led. */
export function GuestOnly({ children }: { children: ReactNode }) {
  const { ready, signedIn } = useSession();
  const signedInAtFirst = useRef<boolean>(undefined);
  if (ready) signedInAtFirst.current ??= signedIn;
  const t = useTranslations("auth.problems");
  const target = () => {
    const query = new URLSearchParams(window.location.search);
    // Somebody who links a third party in the settings is led back here when that fails.
    const problem = signedInAtFirst.current ? loginProblem(query.get("error")) : null;
    if (problem) notify("warning", t(problem));
    return safeReturnTo((query.get("returnTo") ?? "") + window.location.hash);
  };
  return (
    <Gate ready={ready} allowed={!signedIn} elsewhere={target}>
      {children}
    </Gate>
  );
}

/**
 * For /dashboard: a logged-out visitor goes to the login and comes back to the same address, unless they have logged out: who comes next
 * may be somebody else. The login page says why, unless the session ended under their eyes: then they know.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { ready, signedIn, userId } = useSession();
  const pathname = usePathname();
  const wasSignedIn = useRef(false);
  if (signedIn) wasSignedIn.current = true;
  const target = () => {
    const { ended, left } = useSessionState.getState();
    if (left) return "/auth/login";
    // What stands behind # stays behind it, also in the login's own address: no server is told of it.
    const { search, hash } = window.location;
    const returnTo = encodeURIComponent(pathname + search);
    return `/auth/login?returnTo=${returnTo}${wasSignedIn.current || ended ? "" : "&error=SessionRequired"}${hash}`;
  };
  return (
    <Gate ready={ready} allowed={signedIn} elsewhere={target}>
      {/* A tab that slept may go from one person straight to another: nothing of what the first one saw or typed stays for the second. */}
      <Fragment key={userId}>{children}</Fragment>
    </Gate>
  );
}
