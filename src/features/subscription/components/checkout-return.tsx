"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";

/** Between two looks for what a Checkout has brought, in milliseconds, and how many there are. */
const WAIT_MS = 1500;
const LOOKS = 8;

type Coming = "checkout" | "card";

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
  const coming: Coming | null = params.has("checkout") ? "checkout" : params.has("card") ? "card" : null;
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
        if (held && held.status !== "incomplete" && !(coming === "card" && found.cardPending)) {
          setNotice(null);
          await utils.subscription.invalidate();
          notify("success", coming === "card" ? t("card.changed") : t("checkout.done", { plan: t(`plans.${held.plan}`) }));
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
