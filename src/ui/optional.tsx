"use client";

import { Component, type ReactNode } from "react";
import { isMissingPart, partMissing } from "./new-version";

/** Around what a page can do without: where its code does not arrive, the page stays as it is, with all that somebody has typed. */
export class Optional extends Component<{ children: ReactNode }, { error: unknown }> {
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
    return null;
  }
}
