"use client";

import { useEffect, useState } from "react";
import type { Speech } from "@/lib/speech/analysis";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { DELIVERY_VERSION, pausedMs } from "../rules";
import type { AnalysisProblem } from "./analysis-worker";

export type Delivery = Omit<NonNullable<RouterOutputs["practice"]["delivery"]["get"]["data"]["delivery"]>, "uid">;
export type UsualDelivery = RouterOutputs["practice"]["delivery"]["get"]["data"]["usual"];

/**
 * How measuring stands. `waiting`: not known yet whether there is something to do. `offered`: it means loading so many bytes, and
 * somebody shall say so. `failed`: why, and another try.
 */
export type DeliveryState =
  | { step: "waiting" | "running" }
  | { step: "offered"; bytes: number; start: () => void }
  | { step: "failed"; problem: AnalysisProblem; again: () => void }
  | { step: "done"; delivery: Delivery; usual: UsualDelivery; usualKnown: boolean };

/** What is loaded without asking: a quarter of an hour of voice. */
const UNASKED_BYTES = 15 * 1024 * 1024;

interface Take {
  uid: string;
  /** Its file, or the address that plays it; none while there is neither. */
  recording: Blob | string | undefined;
  bytes: number;
  /** Whether the server has it: only then it is asked, and told. */
  stored: boolean;
  /** Asks for its address anew: the one that came with the page has ended after a while. */
  renew?: () => unknown;
}

/** How a take was spoken: as the server keeps it, else measured here and then kept there. */
export function useDelivery({ uid, recording, bytes, stored, renew }: Take): DeliveryState {
  const utils = trpc.useUtils();
  const kept = trpc.practice.delivery.get.useQuery({ uid }, { enabled: stored, staleTime: 10 * 60_000, refetchOnWindowFocus: false });
  const [measured, setMeasured] = useState<Speech>();
  const [problem, setProblem] = useState<AnalysisProblem>();
  const [wanted, setWanted] = useState(false);
  const [begun, setBegun] = useState(false);
  const save = trpc.practice.delivery.save.useMutation({
    // Nobody presses for it: without a network it waits, and goes when there is one.
    networkMode: "online",
    onSuccess: (answer) => {
      // What is usual has changed for the other takes.
      void utils.practice.delivery.get.invalidate(undefined, { refetchType: "none" });
      utils.practice.delivery.get.setData({ uid }, answer);
    },
  });

  const known = kept.data?.data;
  const missing = known ? known.delivery === null : !stored;
  const asks = typeof recording === "string" && bytes > UNASKED_BYTES && !wanted;
  // Once begun it goes on while the server, which has just got the take, is asked.
  const due = (missing || begun) && !known?.delivery && recording !== undefined && !measured && !problem && !asks;
  // A new address of the same recording is no other recording.
  const source = typeof recording === "string" ? "address" : recording;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `source` stands for the recording
  useEffect(() => {
    if (!due || recording === undefined) return;
    setBegun(true);
    const stop = new AbortController();
    const fail = (why: AnalysisProblem) => {
      if (!stop.signal.aborted) setProblem(why);
    };
    void import("./measure").then(
      async ({ MeasuringProblem, measureRecording }) => {
        try {
          const speech = await measureRecording(recording, stop.signal);
          if (!stop.signal.aborted) setMeasured(speech);
        } catch (error) {
          fail(error instanceof MeasuringProblem ? error.problem : "unreadable");
        }
      },
      // What measures may not have been loaded, which can be tried again.
      () => fail("unreadable"),
    );
    return () => stop.abort();
  }, [due, source]);

  const unsaved = stored && known?.delivery === null && measured && save.isIdle ? measured : undefined;
  useEffect(() => {
    if (!unsaved) return;
    const { rate: _, ...speech } = unsaved;
    save.mutate({ uid, version: DELIVERY_VERSION, ...speech });
  }, [unsaved, uid, save.mutate]);

  if (known?.delivery) return { step: "done", delivery: known.delivery, usual: known.usual, usualKnown: true };
  if (measured) {
    const { rate: _, ...speech } = measured;
    const delivery = { ...speech, version: DELIVERY_VERSION, pausedMs: pausedMs(speech.pauses) };
    return { step: "done", delivery, usual: known?.usual ?? null, usualKnown: known !== undefined };
  }
  // Where there is no other address, the old one says what is wrong.
  const anew = (go: () => void) => void Promise.resolve(renew?.()).then(go, go);
  if (problem) return { step: "failed", problem, again: () => anew(() => setProblem(undefined)) };
  if (missing && recording !== undefined && asks) return { step: "offered", bytes, start: () => anew(() => setWanted(true)) };
  // What the server cannot say now is not measured again in vain: the page asks anew when it is opened again.
  return { step: due ? "running" : "waiting" };
}
