"use client";

import { ArrowsPointingInIcon, ArrowsPointingOutIcon, MoonIcon, SunIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { THEME_CONTRASTS, THEME_LAYOUTS, THEME_MODES, THEME_PRESETS } from "@/lib/constants";
import { Button } from "@/ui/button";
import { Choices } from "@/ui/choice";
import { Drawer } from "@/ui/dialog";
import { resetTheme, setTheme, useTheme } from "@/ui/theme/use-theme";

/** The appearance settings: mode, contrast, layout, colour and width. */
export function AppearanceDrawer({ open, onClose, dashboard }: { open: boolean; onClose: () => void; dashboard: boolean }) {
  const t = useTranslations("appearance");
  const shell = useTranslations("shell");
  const theme = useTheme();
  return (
    <Drawer open={open} onClose={onClose} title={t("title")} closeLabel={shell("close")} side="end" wide>
      <div className="grid gap-6 p-5">
        <Choices
          label={t("mode.label")}
          value={theme.mode}
          columns={2}
          onChange={(value) => setTheme("mode", value)}
          choices={THEME_MODES.map((value) => ({
            value,
            label: t(`mode.${value}`),
            icon: value === "light" ? <SunIcon /> : <MoonIcon />,
          }))}
        />
        <Choices
          label={t("contrast.label")}
          value={theme.contrast}
          columns={2}
          onChange={(value) => setTheme("contrast", value)}
          choices={THEME_CONTRASTS.map((value) => ({ value, label: t(`contrast.${value}`) }))}
        />
        {dashboard ? (
          <Choices
            label={t("layout.label")}
            value={theme.layout}
            columns={2}
            onChange={(value) => setTheme("layout", value)}
            choices={THEME_LAYOUTS.map((value) => ({ value, label: t(`layout.${value}`) }))}
          />
        ) : null}
        <Choices
          label={t("preset.label")}
          value={theme.preset}
          columns={2}
          onChange={(value) => setTheme("preset", value)}
          choices={THEME_PRESETS.map((value) => ({ value, label: t(`preset.${value}`), icon: <Swatch preset={value} /> }))}
        />
        <Choices
          label={t("stretch.label")}
          value={String(theme.stretch)}
          columns={2}
          onChange={(value) => setTheme("stretch", value === "true")}
          choices={[
            { value: "false", label: t("stretch.off"), icon: <ArrowsPointingInIcon /> },
            { value: "true", label: t("stretch.on"), icon: <ArrowsPointingOutIcon /> },
          ]}
        />
        <Button look="outline" onClick={resetTheme}>
          {t("reset")}
        </Button>
      </div>
    </Drawer>
  );
}

const HUES: Record<(typeof THEME_PRESETS)[number], string> = {
  default: "oklch(0.55 0.11 165)",
  cyan: "oklch(0.6 0.1 215)",
  purple: "oklch(0.55 0.18 300)",
  blue: "oklch(0.55 0.17 258)",
  orange: "oklch(0.65 0.13 55)",
  red: "oklch(0.55 0.17 22)",
};

const Swatch = ({ preset }: { preset: keyof typeof HUES }) => (
  <span className="size-4 shrink-0 rounded-full" style={{ background: HUES[preset] }} />
);
