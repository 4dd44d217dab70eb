import { ChevronLeftIcon, ChevronRightIcon } from "@heroicons/react/20/solid";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { pageCount } from "@/lib/page-math";

/** The address of a page, so that middle click, history and sharing work; or, for a list within a page, what to do. */
type Way = { href: (page: number) => string; onSelect?: never } | { href?: never; onSelect: (page: number) => void };

type PaginationProps = Way & { page: number; total: number };

/** The pages around the current one, with the first and the last; gaps are null. */
function pageNumbers(page: number, count: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, count].filter((number) => number >= 1 && number <= count);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((number, at) => {
    const before = numbers[at - 1];
    return before !== undefined && number - before > 1 ? [null, number] : [number];
  });
}

interface StepProps {
  "aria-label": string;
  "aria-current"?: "page" | undefined;
  className: string;
  children: ReactNode;
}

const Step = ({ target, way, ...rest }: StepProps & { target: number; way: Way }) =>
  way.href ? <Link href={way.href(target)} {...rest} /> : <button type="button" onClick={() => way.onSelect(target)} {...rest} />;

export function Pagination({ page, total, ...way }: PaginationProps) {
  const t = useTranslations("pagination");
  const { number: format } = useFormat();
  const count = pageCount(total);
  if (count <= 1) return null;
  const box = "grid size-11 place-items-center rounded-box text-[0.95rem] font-medium tabular";
  const step = (target: number, label: string, icon: ReactNode) =>
    target >= 1 && target <= count ? (
      <Step target={target} way={way} aria-label={label} className={clsx(box, "hover:bg-sunken")}>
        {icon}
      </Step>
    ) : (
      <span className={clsx(box, "text-ink-soft opacity-40")} aria-hidden="true">
        {icon}
      </span>
    );
  return (
    <nav aria-label={t("nav")} className="mt-8 flex items-center justify-center gap-1">
      {step(page - 1, t("previous"), <ChevronLeftIcon className="size-5 rtl:-scale-x-100" />)}
      {pageNumbers(page, count).map((number, at) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: at most two gaps, told apart by their place
          <span key={`gap-${at}`} className={clsx(box, "text-ink-soft")} aria-hidden="true">
            …
          </span>
        ) : (
          <Step
            key={number}
            target={number}
            way={way}
            aria-label={t("page", { page: format(number) })}
            aria-current={number === page ? "page" : undefined}
            className={clsx(box, number === page ? "bg-primary-soft text-primary-text" : "hover:bg-sunken")}
          >
            {format(number)}
          </Step>
        ),
      )}
      {step(page + 1, t("next"), <ChevronRightIcon className="size-5 rtl:-scale-x-100" />)}
    </nav>
  );
}

/** The page that an address names; the first where it names none that can be. @param name how, where the page holds several lists */
export function pageOf(params: { get(name: string): string | null }, name = "page"): number {
  const page = Number(params.get(name) ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}
