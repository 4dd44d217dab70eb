"use client";

import { createContext } from "react";
import { keptState } from "@/ui/client-state";

/** A table as it was filtered, sorted and laid out: all of that stands in the address. */
export interface SavedView {
  name: string;
  /** What stands behind ? in the address, in the order of its names. */
  query: string;
}

/** Whose views are shown: several people may use one device. */
export const ViewsOwner = createContext<string | undefined>(undefined);

interface State {
  /** By account and table. They outlive a logout: they hold addresses, which a browser's history keeps as well. */
  views: Record<string, SavedView[]>;
}

export const useViewsState = keptState<State>("parley-table-views", { views: {} });

export const viewsKey = (owner: string, table: string): string => `${owner}:${table}`;

export function setViews(key: string, views: SavedView[]): void {
  useViewsState.setState((state) => ({ views: { ...state.views, [key]: views } }));
}

/** What of an address belongs to a view: not how far somebody has read, nor the part of the page that holds the table. */
export function viewQuery(params: URLSearchParams): string {
  const query = new URLSearchParams(params);
  for (const name of ["page", "tab"]) query.delete(name);
  query.sort();
  return query.toString();
}
