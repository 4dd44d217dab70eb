"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { SubscriptionStatus } from "@/lib/enums/subscription";
import { trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";

/** Between two looks for what a Checkout has brought, in milliseconds, and how many there are. */
const WAIT_MS = 1500;
const LOOKS = 8;

/** A plan was bought, a card was given, or what was owed was paid. */
const COMINGS = ["checkout", "card", "paid"] as const;

/** Whether Stripe has what somebody comes back from. */
function isHere(coming: (typeof COMINGS)[number], status: SubscriptionStatus, cardPending: boolean): boolean {
  if (coming === "paid") return status === "active";
  return status !== "incomplete" && !(coming === "card" && cardPending);
}

/** Meets whoever comes back from the payment page: asks until what was paid is here, and says so. */
export function CheckoutReturn() {
  const t = useTranslations("subscription");
  const params = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const utils = trpc.useUtils();
  const { mutateAsync: refresh } = trpc.subscription.refresh.useMutation();
  const [notice, setNotice] = useState<"waiting" | "late" | null>(null);
  const met = useRef(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const coming = COMINGS.find((one) => params.has(one)) ?? null;
  const outcome = coming && params.get(coming);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per return, whatever renders meanwhile
  useEffect(() => {
    if (!coming || met.current) return;
    met.current = true;
    // The address says it once: a reload is no second return. Whoever has gone elsewhere meanwhile stays there.
    const clean = () => here.current && router.replace(pathname);
    if (outcome !== "done") {
      if (coming === "checkout") notify("info", t("checkout.left"));
      clean();
      return;
    }
    const meet = async () => {
      setNotice("waiting");
      for (let look = 0; look < LOOKS && here.current; look++) {
        const found = await refresh().then(
          ({ data }) => data,
          () => null,
        );
        const held = found?.subscription;
        if (held && isHere(coming, held.status, found.cardPending)) {
          setNotice(null);
          await utils.subscription.invalidate();
          const done = { checkout: t("checkout.done", { plan: t(`plans.${held.plan}`) }), card: t("card.changed"), paid: t("now.paid") };
          notify("success", done[coming]);
          return clean();
        }
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      }
      setNotice("late");
      clean();
    };
    void meet();
  }, [coming, outcome]);
  if (!notice) return null;
  return (
    <div className="mb-6">
      <Alert tone={notice === "late" ? "warning" : "info"}>{t(`checkout.${notice}`)}</Alert>
    </div>
  );
}
