"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import type { FormAnswer, FormAnswers } from "@/lib/form-definitions";
import { asAuthor } from "@/trpc/call-context";
import { api, toApiError, trpc } from "@/trpc/client";
import { refusal } from "../../tasks/hooks/queue";
import type { EntryDto } from "../dto";
import { type ChangedAnswers, leftOut, sendable, withChanged } from "../rules";
import { changeBegun } from "./begun-store";
import { forgetChanges, keepChanges, keepForm, keptChanges } from "./entry-drafts";

/** After the last letter, it waits this long before it saves. */
const PAUSE_MS = 1500;
/** After a try that failed, it tries again. */
const AGAIN_MS = 15_000;

/** Where what was filled in is: with the server, on its way, or on this device alone. */
export type Kept = "saved" | "saving" | "device";

/** A number that was none when it was written down has no value any more. */
const readable = (changed: ChangedAnswers): ChangedAnswers =>
  Object.fromEntries(Object.entries(changed).filter(([, answer]) => answer?.kind !== "number" || Number.isFinite(answer.value)));

/**
 * What somebody fills in: on this device with each letter, and with the server a moment later. What they changed on another device
 * meanwhile stays, but for the fields that they change here. Handed in there, it takes no more from here: `overtaken` says that something
 * of this device is not in it. What the server will never take stays on this device, and `refused` says why, until it is changed.
 * @param begun whether it was begun on this device and is not with the server yet: then it is kept here, to be sent as a whole
 */
export function useEntry(workspaceId: string, entry: EntryDto, begun = false) {
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const { userId } = useSession();
  const changed = useRef<ChangedAnswers>({});
  const version = useRef(entry.version);
  const [answers, setAnswers] = useState(entry.answers);
  const latest = useRef(answers);
  const [kept, setKept] = useState<Kept>(begun ? "device" : "saved");
  const [overtaken, setOvertaken] = useState(false);
  const [refused, setRefused] = useState<string>();
  const here = useRef(begun);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const going = useRef<Promise<void>>(undefined);

  const show = (next: FormAnswers) => {
    latest.current = next;
    setAnswers(next);
  };
  const take = (data: EntryDto) => {
    version.current = data.version;
    utils.trades.entries.view.setData({ workspaceId, uid: entry.uid }, { data });
  };

  /** What was kept is no change any more. @returns whether there is nothing left to save */
  const settle = (mine: ChangedAnswers, where: Kept): boolean => {
    // What was changed meanwhile is still to be saved.
    changed.current = Object.fromEntries(Object.entries(changed.current).filter(([id, answer]) => mine[id] !== answer));
    if (Object.keys(changed.current).length > 0) {
      keepChanges(entry.uid, changed.current);
      return false;
    }
    forgetChanges(entry.uid);
    setKept(where);
    return true;
  };
  /**
   * It was handed in: by an earlier try whose answer was lost on its way, or from another device. What is not in it is kept here to be read.
   * @returns whether all of it is
   */
  const end = (now: EntryDto): boolean => {
    const whole = Object.keys(leftOut(now.definition, now.answers, changed.current)).length === 0;
    if (whole) {
      changed.current = {};
      forgetChanges(entry.uid);
    }
    setOvertaken(!whole);
    return whole;
  };
  /** @returns whether there is nothing left to save, or nothing that would be taken */
  const save = async (): Promise<boolean> => {
    const mine = changed.current;
    if (Object.keys(mine).length === 0) return true;
    try {
      if (here.current && (await changeBegun(entry.uid, { answers: latest.current }))) return settle(mine, "device");
      here.current = false;
      setKept("saving");
      const filledIn = { workspaceId, uid: entry.uid, version: version.current, answers: sendable(latest.current) };
      // The page may go because somebody else has signed in.
      const { data } = await api.trades.entries.save.mutate(filledIn, asAuthor(userId));
      take(data);
      setRefused(undefined);
      return settle(mine, "saved");
    } catch (error) {
      const { code, current } = toApiError(error);
      const now = current as EntryDto | undefined;
      setKept("device");
      if (code !== "conflict" || !now) {
        const why = refusal(error);
        setRefused(why);
        // The page says so, and shows what was kept.
        if (code === "notFound") void utils.trades.entries.view.invalidate({ workspaceId, uid: entry.uid });
        return why !== undefined;
      }
      take(now);
      if (now.state === "submitted") {
        end(now);
        // It takes no more.
        return true;
      }
      show(withChanged(now.answers, changed.current));
      return false;
    }
  };
  const run = useRef(() => {});
  run.current = () => {
    clearTimeout(timer.current);
    // One after the other: each says which version it saw.
    going.current = (going.current ?? Promise.resolve()).then(save).then((done) => {
      if (!done) later(AGAIN_MS);
    });
  };
  const live = useRef(true);
  const later = (ms: number) => {
    clearTimeout(timer.current);
    // The device has it, and the next visit sends it.
    if (!live.current) return;
    timer.current = setTimeout(() => run.current(), ms);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form that is filled in; what it calls reads the latest by refs
  useEffect(() => {
    live.current = true;
    const draft = readable(keptChanges(entry.uid));
    if (Object.keys(draft).length > 0) {
      keepForm(entry.uid, entry.definition);
      changed.current = draft;
      show(withChanged(latest.current, draft));
      run.current();
    }
    const again = () => run.current();
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("online", again);
      live.current = false;
      // Who goes to another page has it saved on the way; the device has it in any case.
      if (Object.keys(changed.current).length > 0) run.current();
      clearTimeout(timer.current);
    };
  }, [entry.uid]);

  // It went to the server while it was being filled in: from now on it is saved there.
  const wasBegun = useRef(begun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it has gone; what it calls reads the latest by refs
  useEffect(() => {
    if (begun || !wasBegun.current) return;
    wasBegun.current = false;
    here.current = false;
    void utils.trades.entries.view.fetch({ workspaceId, uid: entry.uid }).then(
      ({ data }) => {
        take(data);
        show(withChanged(data.answers, changed.current));
        if (Object.keys(changed.current).length === 0) setKept("saved");
        else run.current();
      },
      // It is saved with the next letter, or when the network is back.
      () => {},
    );
  }, [begun]);

  /** @param pause milliseconds within which more of it may come */
  const answer = (field: string, given: FormAnswer | null, pause = PAUSE_MS) => {
    if (Object.keys(changed.current).length === 0) keepForm(entry.uid, entry.definition);
    changed.current = { ...changed.current, [field]: given };
    keepChanges(entry.uid, changed.current);
    show(withChanged(latest.current, { [field]: given }));
    setKept("device");
    later(pause);
  };

  /** @returns what keeps it from being handed in: sentences at fields, and one for the whole; nothing where it is done */
  const submit = async () => {
    clearTimeout(timer.current);
    await going.current;
    try {
      const done = { answers: latest.current, handIn: true, problem: undefined, gone: undefined, photos: undefined };
      if (here.current && (await changeBegun(entry.uid, done))) {
        changed.current = {};
        forgetChanges(entry.uid);
        return null;
      }
      const { data } = await api.trades.entries.submit.mutate({
        workspaceId,
        uid: entry.uid,
        version: version.current,
        answers: sendable(latest.current),
      });
      changed.current = {};
      forgetChanges(entry.uid);
      take(data);
      await utils.trades.invalidate();
      return null;
    } catch (error) {
      const { code, current, issues, message } = toApiError(error);
      const now = current as EntryDto | undefined;
      if (code === "conflict" && now) {
        take(now);
        if (now.state === "submitted") return end(now) ? null : { fields: new Map<string, string>(), text: undefined };
        show(withChanged(now.answers, changed.current));
      }
      const fields = new Map(issues.filter(({ path }) => path[0] === "answers").map((issue) => [fieldOf(issue), issue.message]));
      return { fields, text: fields.size > 0 ? undefined : (message ?? common("offlineKept")) };
    }
  };
  return { answers, latest, kept, overtaken, refused, answer, submit, version };
}

const fieldOf = ({ path }: { path: (string | number)[] }): string => String(path[1] ?? "");
