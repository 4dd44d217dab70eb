"use client";

import { Menu, useCaptionOptions, usePlaybackRateOptions } from "@vidstack/react";
import {
  type DefaultLayoutIcon,
  DefaultMenuButton,
  DefaultTooltip,
  defaultLayoutIcons,
  useDefaultLayoutContext,
} from "@vidstack/react/player/layouts/default";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];
const Icons = defaultLayoutIcons.Menu;

const SHEET = "vds-video-layout dark [--media-sm-menu-portrait-max-height:70dvh] [--video-font-family:var(--font-sans)]";

/** Speed and captions. The layout's own menu holds more, with words that cannot be given in the reader's language. */
export function PlayerSettings() {
  const t = useTranslations("learning.player");
  const video = useTranslations("learning.video");
  const format = useFormat();
  const { isSmallLayout } = useDefaultLayoutContext();
  const rates = usePlaybackRateOptions({ rates: RATES });
  const captions = useCaptionOptions({ off: t("off") });
  const speeds = rates.map(({ rate, ...option }) => ({ ...option, label: rate === 1 ? t("normal") : `${format.number(rate)}×` }));
  const items = (
    // As high as what it shows: Vidstack measures that in one frame, which on a busy device may be the wrong one.
    <Menu.Items className="vds-settings-menu-items vds-menu-items h-auto!" placement={isSmallLayout ? undefined : "top end"} offset={26}>
      {rates.disabled ? null : <Choice label={t("speed")} icon={Icons.SpeedUp} value={rates.selectedValue} options={speeds} />}
      {captions.disabled ? null : (
        <Choice label={video("captions")} icon={Icons.Captions} value={captions.selectedValue} options={captions} />
      )}
    </Menu.Items>
  );
  return (
    <Menu.Root className="vds-settings-menu vds-menu">
      <DefaultTooltip content={t("settings")} placement={isSmallLayout ? "bottom end" : "top end"}>
        <Menu.Button className="vds-menu-button vds-button" aria-label={t("settings")}>
          <Icons.Settings className="vds-icon vds-rotate-icon" />
        </Menu.Button>
      </DefaultTooltip>
      {/* On a phone it comes up from the screen's lower edge: the player itself is too low for it. */}
      {isSmallLayout ? (
        <Menu.Portal container="#main" disabled="fullscreen" dir="ltr" className={SHEET} data-sm="" data-size="sm">
          {items}
        </Menu.Portal>
      ) : (
        items
      )}
    </Menu.Root>
  );
}

interface Option {
  label: string;
  value: string;
  select: (trigger?: Event) => void;
}

function Choice({
  label,
  icon,
  value,
  options,
}: {
  label: string;
  icon: DefaultLayoutIcon;
  value: string | undefined;
  options: readonly Option[];
}) {
  return (
    <Menu.Root className="vds-menu">
      <DefaultMenuButton label={label} hint={options.find((option) => option.value === value)?.label} Icon={icon} />
      <Menu.Items className="vds-menu-items">
        <Menu.RadioGroup className="vds-radio-group" value={value}>
          {options.map((option) => (
            <Menu.Radio key={option.value} className="vds-radio" value={option.value} onSelect={option.select}>
              <Icons.RadioCheck className="vds-icon" />
              <span className="vds-radio-label">{option.label}</span>
            </Menu.Radio>
          ))}
        </Menu.RadioGroup>
      </Menu.Items>
    </Menu.Root>
  );
}
