"use client";

import { useTranslations } from "next-intl";
import { Checkbox, Checkboxes } from "@/ui/checkboxes";
import type { Resource } from "../../resources/components/resource-list";

interface WhoFieldsProps {
  resources: Resource[];
  value: string[];
  /** Whom it was booked for: they may be retired since. */
  kept: string[];
  error: string | undefined;
  onChange: (uids: string[]) => void;
}

/** Who is booked: teams first, of which each one is. */
export function WhoFields({ resources, value, kept, error, onChange }: WhoFieldsProps) {
  const t = useTranslations("trades.schedule");
  const offered = resources
    .filter(({ uid, retired }) => !retired || kept.includes(uid))
    .toSorted((a, b) => Number(b.kind === "team") - Number(a.kind === "team"));
  return (
    <div>
      <Checkboxes label={t("who")} help={t("whoHelp")} narrow>
        {offered.map(({ uid, name, kind }) => (
          <Checkbox
            key={uid}
            label={kind === "team" ? t("wholeTeam", { name }) : name}
            checked={value.includes(uid)}
            onChange={(event) => onChange(event.target.checked ? [...value, uid] : value.filter((one) => one !== uid))}
          />
        ))}
      </Checkboxes>
      {error ? (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
