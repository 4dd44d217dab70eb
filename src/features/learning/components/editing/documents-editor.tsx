"use client";

import { DocumentTextIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { DocumentForm } from "./document-form";
import { DocumentPreview, type Shown } from "./document-preview";
import { DocumentRow } from "./document-row";
import { Frame } from "./frame";

/** The documents that stand with every university. */
export function DocumentsForAll() {
  const t = useTranslations("learning.editing");
  return (
    <Frame part="shared">
      <h2 className="sr-only">{t("parts.shared")}</h2>
      <p className="mb-5 max-w-prose text-ink-soft">{t("documents.forAll")}</p>
      <DocumentsEditor university={null} />
    </Frame>
  );
}

/** The documents of one university, or those that stand with all (null): made, named, sent in each language, published, ordered. */
export function DocumentsEditor({ university }: { university: string | null }) {
  const t = useTranslations("learning.editing.documents");
  const learning = useTranslations("learning.editing");
  const query = trpc.learning.editing.documents.useQuery({ university }, { refetchOnWindowFocus: false });
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<Shown>();
  if (isMissing(query)) return <Refused query={query} title={learning("superOnly")} level={2} />;
  if (!query.data) return <LoadingList />;
  if (shown) return <DocumentPreview {...shown} onBack={() => setShown(undefined)} />;
  const rows = query.data.data;
  return (
    <div className="grid gap-4">
      {rows.length === 0 && !making ? <Notice icon={<DocumentTextIcon />} title={t("empty")} /> : null}
      {rows.length > 0 ? (
        <ul className="grid gap-3">
          {rows.map((document) => (
            <DocumentRow key={document.uid} document={document} university={university} onShow={setShown} />
          ))}
        </ul>
      ) : null}
      {making ? (
        <DocumentForm university={university} onDone={() => setMaking(false)} />
      ) : (
        <div>
          <Button look="outline" icon={<PlusIcon className="size-5" />} onClick={() => setMaking(true)}>
            {t("new")}
          </Button>
        </div>
      )}
    </div>
  );
}
