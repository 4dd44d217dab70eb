"use client";

import { useTranslations } from "next-intl";
import { toApiError } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";

interface Back {
  href: string;
  text: string;
}

/** Stands for a page whose content there is not, or not now. An address that is no identity names nothing either. */
export function NotShown({
  query,
  missing,
  back,
}: {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  missing: string;
  back: Back;
}) {
  const common = useTranslations("common");
  const { code, message } = toApiError(query.error);
  const gone = !query.isError || code === "notFound" || code === "invalidInput";
  return (
    <Notice level={1} tone="danger" title={gone ? missing : (message ?? common("offline"))}>
      {gone ? null : <Button onClick={() => void query.refetch()}>{common("retry")}</Button>}
      <ButtonLink href={back.href} look="outline">
        {back.text}
      </ButtonLink>
    </Notice>
  );
}
