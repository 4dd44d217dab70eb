"use client";

import { Cog6ToothIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/ui/button";
import { DialogMissing, lazyPart } from "@/ui/lazy-part";

const AppearanceDrawer = lazyPart(() => import("./appearance-drawer").then((part) => part.AppearanceDrawer), { missing: DialogMissing });

/** The button that opens the appearance settings; they are loaded when somebody first wants them. */
export function Appearance({ dashboard = false }: { dashboard?: boolean }) {
  const t = useTranslations("appearance");
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <IconButton
        label={t("title")}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Cog6ToothIcon />
      </IconButton>
      {wanted ? <AppearanceDrawer open={open} onClose={() => setOpen(false)} dashboard={dashboard} /> : null}
    </>
  );
}
