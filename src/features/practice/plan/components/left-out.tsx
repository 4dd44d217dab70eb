"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { useAddress } from "@/ui/use-address";
import { useWithinPages } from "@/ui/use-within-pages";
import { useChoose } from "../hooks/use-plan";

/** Questions that are not in the plan any more, and the way back; nothing as long as there is none. */
export function LeftOut() {
  const t = useTranslations("practice.plan.leftOut");
  const choose = useChoose();
  const { params, href, replace } = useAddress();
  const page = pageOf(params);
  const leftOut = trpc.practice.plan.leftOut.useQuery({ page });
  useWithinPages(leftOut, page, (to) => replace({ page: to }));
  if (isMissing(leftOut)) return <LoadFailed query={leftOut} />;
  if (!leftOut.data || leftOut.data.meta.total === 0) return null;
  return (
    <section aria-labelledby="left-out" tabIndex={-1} className="mt-10">
      <h2 id="left-out" className="mb-4 text-lg font-semibold">
        {t("title")}
      </h2>
      <ul className="grid gap-3">
        {leftOut.data.data.map(({ uid, question, category }) => (
          <li key={uid}>
            <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 sm:p-5">
              <div className="min-w-0 grow basis-64">
                <p className="font-medium">{question}</p>
                <p className="text-sm text-ink-soft">{category}</p>
              </div>
              <Button ref={passFocusAlong} size="sm" look="outline" onClick={() => choose(uid, null)}>
                {t("bringBack")}
                <span className="sr-only">: {question}</span>
              </Button>
            </Card>
          </li>
        ))}
      </ul>
      <Pagination page={page} total={leftOut.data.meta.total} href={(target) => href({ page: target })} />
    </section>
  );
}
