"use client";

import type { FormDefinition } from "@/lib/form-definitions";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import type { ChangedAnswers } from "../rules";

const changesOf = (uid: string): string => `trades.entry.${uid}`;
const formOf = (uid: string): string => `trades.entry.${uid}.form`;

/** What was changed in a form on this device and is not known to be with the server. */
export const keptChanges = (uid: string): ChangedAnswers => readDraft<ChangedAnswers>(changesOf(uid)) ?? {};

export const keepChanges = (uid: string, changed: ChangedAnswers): void => writeDraft(changesOf(uid), changed);

/** What was asked: without it nobody could read what was changed in a form that is not there any more. */
export const keptForm = (uid: string): FormDefinition | undefined => readDraft<FormDefinition>(formOf(uid));

export const keepForm = (uid: string, asked: FormDefinition): void => writeDraft(formOf(uid), asked);

export function forgetChanges(uid: string): void {
  clearDraft(changesOf(uid));
  clearDraft(formOf(uid));
}
