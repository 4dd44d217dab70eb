"use client";

import { Cog6ToothIcon } from "@heroicons/react/24/outline";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/ui/button";

const AppearanceDrawer = dynamic(() => import("./appearance-drawer").then((module) => module.AppearanceDrawer), { ssr: false });

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
