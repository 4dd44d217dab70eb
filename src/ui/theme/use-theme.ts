"use client";

import { useSyncExternalStore } from "react";
import { DEFAULT_SETTINGS, readSettings, type ThemeSettings, writeSetting } from "./settings";

const listeners = new Set<() => void>();
let snapshot: ThemeSettings | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): ThemeSettings {
  snapshot ??= readSettings();
  return snapshot;
}

export function setTheme<K extends keyof ThemeSettings>(name: K, value: ThemeSettings[K]): void {
  writeSetting(name, value);
  snapshot = readSettings();
  for (const listener of listeners) listener();
}

export function resetTheme(): void {
  for (const name of Object.keys(DEFAULT_SETTINGS) as (keyof ThemeSettings)[]) setTheme(name, DEFAULT_SETTINGS[name]);
}

/** The theme settings as they stand on `<html>`. */
export const useTheme = (): ThemeSettings => useSyncExternalStore(subscribe, current, () => DEFAULT_SETTINGS);
