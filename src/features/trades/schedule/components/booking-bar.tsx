"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { useFormat } from "@/i18n/use-format";
import type { Resource } from "../../resources/components/resource-list";
import { COLORS } from "../../resources/components/resource-mark";
import type { useDrag } from "../hooks/use-drag";
import type { Booking } from "../hooks/use-move";
import type { useShopTime } from "../hooks/use-shop-time";
import type { Pull } from "../rules";

/** What is not agreed upon yet is hatched. */
const HATCHED =
  "border-dashed bg-[repeating-linear-gradient(135deg,transparent_0_6px,color-mix(in_oklab,currentColor_12%,transparent)_6px_12px)]";

interface BookingBarProps {
  booking: Booking;
  resource: Resource;
  clock: ReturnType<typeof useShopTime>;
  onOpen: () => void;
  /** Absent where nothing is pulled about. */
  drag?: ReturnType<typeof useDrag> | undefined;
  /** Those of its ends that stand here, by which it is pulled longer and shorter. */
  ends?: readonly Exclude<Pull, "move">[];
  className?: string;
  style?: CSSProperties | undefined;
}

/** A booking of a resource. A press opens it. */
export function BookingBar({ booking, resource, clock, onOpen, drag, ends = [], className, style }: BookingBarProps) {
  const t = useTranslations("trades.schedule");
  const format = useFormat();
  const { title, state, job } = booking;
  const name = job ? `#${format.reference(job.number)} ${title}` : title;
  const span = clock.span(booking);
  return (
    <button
      type="button"
      aria-label={t("bar", { name, span, who: resource.name, state })}
      title={`${name}\n${span}`}
      className={clsx(
        "min-h-11 overflow-hidden rounded-box border px-2 py-1 text-start text-sm leading-tight hover:brightness-97",
        COLORS[resource.color],
        state === "tentative" && HATCHED,
        drag && "cursor-grab select-none active:cursor-grabbing",
        className,
      )}
      style={style}
      // A key clicks without a press; what was pulled is not opened by the click that ends it.
      onClick={({ detail }) => (detail === 0 || !drag || drag.isClick()) && onOpen()}
      {...drag?.handle(booking, resource.uid, "move")}
    >
      <span className="block truncate font-semibold">
        <bdi>{name}</bdi>
      </span>
      <span className="block truncate text-xs">{span}</span>
      {drag
        ? ends.map((end) => (
            <span
              key={end}
              data-end={end}
              className={clsx("absolute inset-y-0 w-2 cursor-ew-resize", end === "start" ? "start-0" : "end-0")}
              {...drag.handle(booking, resource.uid, end)}
            />
          ))
        : null}
    </button>
  );
}
