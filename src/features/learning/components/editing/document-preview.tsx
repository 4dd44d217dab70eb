"use client";

import { useTranslations } from "next-intl";
import type { Locale } from "@/lib/locales";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { PdfViewer } from "@/ui/pdf/pdf-viewer";
import { LoadingList } from "@/ui/spinner";

/** Which file is looked at. */
export interface Shown {
  uid: string;
  language: Locale;
  title: string;
}

/** A document's file in one language, as it was sent. Its address ends: a new one is asked for with each opening. */
export function DocumentPreview({ uid, language, title, onBack }: Shown & { onBack: () => void }) {
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const query = trpc.learning.editing.documentFile.useQuery(
    { uid, language },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  if (isMissing(query))
    return (
      <div className="grid justify-items-start gap-4">
        <Alert tone="danger">{errorMessage(query.error)}</Alert>
        <Button look="outline" onClick={onBack}>
          {common("close")}
        </Button>
      </div>
    );
  if (!query.data) return <LoadingList />;
  return (
    <div ref={intoSight}>
      <PdfViewer url={query.data.data.link} name={title} onBack={onBack} onRetry={() => void query.refetch()} />
    </div>
  );
}

const intoSight = (box: HTMLElement | null) => box?.scrollIntoView({ block: "start" });
