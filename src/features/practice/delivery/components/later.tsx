"use client";

import { lazyPart, NothingMissing } from "@/ui/lazy-part";

const sound = () => import("./take-sound");
const card = () => import("./delivery-card");

/**
 * Loads what tells how a take was spoken, and what measures it, ahead of its use: without a network, or after a deploy, it could not be
 * loaded any more.
 */
export const loadDelivery = (): void => void Promise.all([sound(), card(), import("../hooks/measure")]).catch(() => {});

/** A take's sound as a picture. */
export const TakeSound = lazyPart(() => sound().then((part) => part.TakeSound), {
  waiting: () => <div className="h-20 rounded-box bg-sunken sm:h-24" />,
  missing: NothingMissing,
});

/** How it was spoken, in figures. */
export const DeliveryCard = lazyPart(() => card().then((part) => part.DeliveryCard), { missing: NothingMissing });
