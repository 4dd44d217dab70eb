"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Component, type ComponentType, type ReactNode, useEffect } from "react";
import { isMissingPart, partMissing } from "./new-version";
import { ReloadOffer } from "./reload-offer";
import { notify } from "./toast";

interface Look<Props> {
  /** Stands in its place until it has come. */
  waiting?: () => ReactNode;
  /** Stands there instead where it does not come. */
  missing?: ComponentType<Props>;
}

/**
 * A part of a page whose code is loaded when it is first shown. Where that does not arrive, because there is no network or a deploy has
 * taken it away, the rest of the page stays as it is, with all that somebody has typed or is recording, and says so in the part's place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, missing: Missing = PartMissing }: Look<Props> = {},
): ComponentType<Props> {
  const Part = dynamic(load, { ssr: false, loading: waiting });
  return (props) => (
    <Replaced by={<Missing {...props} />}>
      <Part {...props} />
    </Replaced>
  );
}

class Replaced extends Component<{ by: ReactNode; children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override componentDidCatch(error: unknown): void {
    if (isMissingPart(error)) void partMissing();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // What broke otherwise is a mistake of ours, and told as one.
    if (!isMissingPart(error)) throw error;
    return this.props.by;
  }
}

/** A part that did not arrive is not asked for again by the page that missed it: hence the offer to load the page anew. */
export function PartMissing() {
  const t = useTranslations("partMissing");
  return <ReloadOffer tone="warning" look="outline" text={t("text")} label={t("reload")} />;
}

/** Instead of what would have opened above the page. */
export function DialogMissing({ open = true, onClose }: { open?: boolean; onClose: (done: boolean) => void }) {
  const t = useTranslations("partMissing");
  const text = t("dialog");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is opened
  useEffect(() => {
    if (!open) return;
    notify("error", text);
    onClose(false);
  }, [open]);
  return null;
}

/** Instead of what a page can do without. */
export const NothingMissing = () => null;
