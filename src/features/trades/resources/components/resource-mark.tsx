"use client";

import { CogIcon, TruckIcon, UserGroupIcon, UserIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import type { ComponentType, SVGProps } from "react";
import type { ResourceColor, ResourceKind } from "@/lib/enums/trades";

const ICONS: Record<ResourceKind, ComponentType<SVGProps<SVGSVGElement>>> = {
  person: UserIcon,
  team: UserGroupIcon,
  vehicle: TruckIcon,
  machine: CogIcon,
};

/** A resource's colour, in the theme's own tokens. */
export const COLORS: Record<ResourceColor, string> = {
  primary: "bg-primary-soft text-primary-text border-primary-text/50",
  info: "bg-info-soft text-info border-info/50",
  success: "bg-success-soft text-success border-success/50",
  warning: "bg-warning-soft text-warning border-warning/50",
  danger: "bg-danger-soft text-danger border-danger/50",
  neutral: "bg-sunken text-ink-soft border-line-strong/70",
};

export function ResourceMark({ kind, color }: { kind: ResourceKind; color: ResourceColor }) {
  const Icon = ICONS[kind];
  return (
    <span className={clsx("grid size-8 shrink-0 place-items-center rounded-full border", COLORS[color])}>
      <Icon className="size-4.5" aria-hidden="true" />
    </span>
  );
}
