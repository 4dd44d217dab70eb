"use client";

import {
  ArrowDownTrayIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  MagnifyingGlassIcon,
  MinusIcon,
  PlusIcon,
  Squares2X2Icon,
} from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { IconButton } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { nextZoom, typedPage, ZOOM_STEPS, type Zoom } from "./layout";

const TOOL = "max-sm:size-9 disabled:cursor-not-allowed disabled:opacity-45 aria-expanded:bg-sunken";
const BOX = "h-9 rounded-box border border-line-strong/70 bg-surface text-[0.95rem] tabular hover:border-line-strong";

/** Which page, and the way to others. */
export function PageTools({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }) {
  const t = useTranslations("documents.viewer");
  const format = useFormat();
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const target = typedPage(typed ?? "", count);
    if (target !== undefined) onPage(target);
    setTyped(undefined);
  };
  return (
    <div className="flex items-center">
      <IconButton label={t("previous")} className={TOOL} aria-keyshortcuts="PageUp" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton
        label={t("next")}
        className={TOOL}
        aria-keyshortcuts="PageDown"
        disabled={page === count - 1}
        onClick={() => onPage(page + 1)}
      >
        <ChevronDownIcon />
      </IconButton>
      <form
        className="flex items-center gap-1.5 ps-1"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <input
          aria-label={t("goTo")}
          inputMode="numeric"
          autoComplete="off"
          className={clsx(BOX, "w-12 text-center max-sm:w-10")}
          value={typed ?? format.number(page + 1)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={go}
        />
        <span className="text-[0.95rem] whitespace-nowrap text-ink-soft tabular">{t("of", { pages: format.number(count) })}</span>
      </form>
    </div>
  );
}

export function ZoomTools({ zoom, scale, onZoom }: { zoom: Zoom; scale: number; onZoom: (zoom: Zoom) => void }) {
  const t = useTranslations("documents.viewer");
  const format = useFormat();
  return (
    <div className="flex items-center">
      <IconButton
        label={t("zoomOut")}
        className={TOOL}
        aria-keyshortcuts="-"
        disabled={nextZoom(scale, -1) >= scale}
        onClick={() => onZoom(nextZoom(scale, -1))}
      >
        <MinusIcon />
      </IconButton>
      <select
        aria-label={t("zoom")}
        className={clsx(BOX, "px-1.5 max-sm:max-w-20")}
        value={zoom}
        onChange={({ target }) => onZoom(target.value === "width" || target.value === "page" ? target.value : Number(target.value))}
      >
        <option value="width">{t("fitWidth")}</option>
        <option value="page">{t("fitPage")}</option>
        {ZOOM_STEPS.map((step) => (
          <option key={step} value={step}>
            {format.percent(step)}
          </option>
        ))}
      </select>
      <IconButton
        label={t("zoomIn")}
        className={TOOL}
        aria-keyshortcuts="+"
        disabled={nextZoom(scale, 1) <= scale}
        onClick={() => onZoom(nextZoom(scale, 1))}
      >
        <PlusIcon />
      </IconButton>
    </div>
  );
}

interface DocumentToolsProps {
  stripOpen: boolean;
  searchOpen: boolean;
  saving: boolean;
  onStrip: () => void;
  onDrawer: () => void;
  onSearch: () => void;
  onDownload: () => void;
}

export function DocumentTools({ stripOpen, searchOpen, saving, onStrip, onDrawer, onSearch, onDownload }: DocumentToolsProps): ReactNode {
  const t = useTranslations("documents.viewer");
  return (
    <>
      <IconButton label={t("pages")} className={clsx(TOOL, "hidden lg:grid")} aria-expanded={stripOpen} onClick={onStrip}>
        <Squares2X2Icon />
      </IconButton>
      <IconButton label={t("pages")} className={clsx(TOOL, "lg:hidden")} aria-haspopup="dialog" onClick={onDrawer}>
        <Squares2X2Icon />
      </IconButton>
      <IconButton label={t("search")} className={TOOL} aria-keyshortcuts="Control+F Meta+F" aria-expanded={searchOpen} onClick={onSearch}>
        <MagnifyingGlassIcon />
      </IconButton>
      <IconButton label={t("download")} className={TOOL} disabled={saving} aria-busy={saving || undefined} onClick={onDownload}>
        {saving ? <Spinner /> : <ArrowDownTrayIcon />}
      </IconButton>
    </>
  );
}
