"use client";

import { MapPinIcon } from "@heroicons/react/24/outline";
import { useFormat } from "@/i18n/use-format";
import type { RouterOutputs } from "@/trpc/client";
import { universityHref } from "../hrefs";
import { LinkCard } from "./card-grid";

type University = RouterOutputs["learning"]["universities"]["data"][number];

export function UniversityCard({ university: { uid, name, logo, city, country } }: { university: University }) {
  return (
    <LinkCard
      href={universityHref(uid)}
      title={name}
      picture={
        <div className="border-b border-line bg-sunken dark:bg-ink/80">
          {/* biome-ignore lint/performance/noImgElement: a drawing of a few hundred bytes that came with the list */}
          <img src={logo} alt="" className="h-[300px] w-full object-contain p-10" />
        </div>
      }
    >
      <Place city={city} country={country} />
    </LinkCard>
  );
}

export function Place({ city, country }: { city: string; country: string }) {
  const format = useFormat();
  return (
    <p className="flex items-start gap-1.5 text-ink-soft">
      <MapPinIcon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span className="flex flex-wrap gap-x-3">
        <span>{city}</span>
        <span>{format.country(country)}</span>
      </span>
    </p>
  );
}
