"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLanguage } from "@/i18n/use-language";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { Refused } from "@/trpc/refused";
import { Button, IconButton } from "@/ui/button";
import { Badge } from "@/ui/card";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Row } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { BankFrame } from "../../bank/components/bank-frame";
import { BANK_ADMIN } from "../../bank/components/places";
import { useOutcome } from "../../bank/hooks/use-outcome";
import { CategoryDialog } from "./category-dialog";

export type EditedCategory = RouterOutputs["practice"]["editedCategories"]["list"]["data"][number];

/** All categories in the order in which people see them, retired ones too. */
export function CategoryList() {
  const t = useTranslations("practice.categories");
  const common = useTranslations("common");
  const query = trpc.practice.editedCategories.list.useQuery();
  const [edited, setEdited] = useState<EditedCategory | "new" | null>(null);
  if (query.isError && !query.data) return <Refused query={query} />;
  return (
    <BankFrame
      part="categories"
      action={
        <Button icon={<PlusIcon className="size-5" />} onClick={() => setEdited("new")}>
          {t("new")}
        </Button>
      }
    >
      {query.data ? (
        <ul className="grid gap-3">
          {query.data.data.map((category) => (
            <CategoryRow key={category.uid} category={category} onEdit={() => setEdited(category)} />
          ))}
        </ul>
      ) : (
        <LoadingList label={common("loading")} />
      )}
      {edited ? (
        <CategoryDialog
          key={edited === "new" ? "new" : edited.uid}
          category={edited === "new" ? null : edited}
          fresh={edited === "new" ? null : (query.data?.data.find(({ uid }) => uid === edited.uid) ?? null)}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </BankFrame>
  );
}

function CategoryRow({ category, onEdit }: { category: EditedCategory; onEdit: () => void }) {
  const { uid, retired, questions, published } = category;
  const t = useTranslations("practice.categories");
  const editing = useTranslations("editing.move");
  const language = useLanguage();
  const outcome = useOutcome();
  const name = category.name[language];
  const retire = trpc.practice.editedCategories.retire.useMutation(outcome(t(retired ? "restored" : "retired", { name })));
  const move = trpc.practice.editedCategories.move.useMutation();
  return (
    <Row
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold">
            <Link href={`${BANK_ADMIN}?category=${uid}`} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
              <bdi>{name}</bdi>
            </Link>
          </h2>
          {retired ? <Badge tone="neutral">{t("out")}</Badge> : null}
        </div>
      }
      facts={
        <>
          <span>{t("count", { count: questions })}</span>
          <span>{t("published", { count: published })}</span>
        </>
      }
      actions={
        <>
          <Button
            look="outline"
            size="sm"
            className="me-1"
            busy={retire.isPending}
            onClick={() => retire.mutate({ uid, retired: !retired })}
          >
            {t(retired ? "restore" : "retire")}
            <span className="sr-only">{name}</span>
          </Button>
          <IconButton label={t("edit", { name })} onClick={onEdit}>
            <PencilSquareIcon />
          </IconButton>
          <MoveMenu name={name} onMove={(to, then) => move.mutate({ uid, to }, outcome(editing("done"), then))} />
        </>
      }
    />
  );
}
