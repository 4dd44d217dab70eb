"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Dialog } from "@/ui/dialog";
import { SelectField } from "@/ui/field";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";

interface QuestionDialogProps {
  title: string;
  onChoose: (question: { uid: string; text: string }) => void;
  onClose: () => void;
}

/** A question of the bank, chosen by its category. */
export function QuestionDialog({ title, onChoose, onClose }: QuestionDialogProps) {
  const t = useTranslations("practice.bank");
  const categories = trpc.practice.categories.useQuery();
  const all = categories.data?.data ?? [];
  const [chosen, setChosen] = useState("");
  const category = chosen || (all[0]?.uid ?? "");
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-4 text-ink">
        {isMissing(categories) ? <LoadFailed query={categories} /> : null}
        <SelectField label={t("category")} value={category} onChange={({ target }) => setChosen(target.value)}>
          {all.map(({ uid, name }) => (
            <option key={uid} value={uid}>
              {name}
            </option>
          ))}
        </SelectField>
        {category ? <Questions key={category} category={category} onChoose={onChoose} /> : null}
      </div>
    </Dialog>
  );
}

function Questions({ category, onChoose }: { category: string; onChoose: QuestionDialogProps["onChoose"] }) {
  const [page, setPage] = useState(1);
  const query = trpc.practice.questions.useQuery({ category_id: category, page });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  return (
    <>
      <ul className="grid gap-1">
        {query.data.data.map(({ uid, text }) => (
          <li key={uid}>
            <button
              type="button"
              className="w-full rounded-box px-3 py-2.5 text-start font-medium hover:bg-sunken"
              onClick={() => onChoose({ uid, text })}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      <Pagination page={page} total={query.data.meta.total} onSelect={setPage} />
    </>
  );
}
