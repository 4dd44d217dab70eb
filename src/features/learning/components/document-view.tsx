"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { PdfViewer } from "@/ui/pdf/pdf-viewer";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { universityHref } from "../hrefs";
import { NotShown } from "./not-shown";

/** One document of a university, to read here. Its address ends after some hours: a new one is asked for with each opening. */
export function DocumentView({ university, uid }: { university: string; uid: string }) {
  const t = useTranslations("learning.university");
  const router = useRouter();
  const query = trpc.learning.document.useQuery(
    { university, uid },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  const back = universityHref(university);
  if (isMissing(query)) return <NotShown query={query} missing={t("documentGone")} back={{ href: back, text: t("backToUniversity") }} />;
  if (!query.data) return <LoadingList />;
  const { link, title } = query.data.data;
  return <PdfViewer url={link} name={title} onBack={() => router.push(back)} onRetry={() => void query.refetch()} />;
}
