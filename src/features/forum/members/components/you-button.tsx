"use client";

import { UserCircleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/ui/button";
import { DialogMissing, lazyPart } from "@/ui/lazy-part";

const YouDialog = lazyPart(() => import("./you-dialog").then((part) => part.YouDialog), { missing: DialogMissing });

/** How one is seen here, to be looked at and changed. */
export function YouButton() {
  const t = useTranslations("forum.you");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="outline" size="sm" icon={<UserCircleIcon className="size-4" />} onClick={() => setOpen(true)}>
        {t("title")}
      </Button>
      {open ? <YouDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
