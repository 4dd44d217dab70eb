"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/ui/card";

interface Author {
  name: string;
  handle: string;
  sample: boolean;
  role?: "team" | null;
}

/** Who wrote something: the name, what one writes after an @, and what one should know of them. */
export function Byline({ author, compact = false }: { author: Author | null; compact?: boolean }) {
  const t = useTranslations("forum.members");
  if (!author) return <span className="font-semibold text-ink-soft">{t("former")}</span>;
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <bdi className="font-semibold break-words text-ink">{author.name}</bdi>
      {compact ? null : (
        <bdi className="text-sm break-all text-ink-soft" dir="ltr">
          @{author.handle}
        </bdi>
      )}
      {author.role === "team" ? <Badge tone="primary">{t("team")}</Badge> : null}
      {author.sample ? (
        <span title={t("sampleText")}>
          <Badge>{t("sample")}</Badge>
        </span>
      ) : null}
    </span>
  );
}
