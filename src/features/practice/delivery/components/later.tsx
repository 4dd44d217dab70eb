"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { Optional } from "@/ui/optional";

// Not written within `dynamic`, which would make files of their own of them: those could not be loaded in advance.
const sound = () => import("./take-sound");
const card = () => import("./delivery-card");

/**
 * Loads what tells how a take was spoken, and what measures it, ahead of its use: without a network, or after a deploy, it could not be
 * loaded any more.
 */
export const loadDelivery = (): void => void Promise.all([sound(), card(), import("../hooks/measure")]).catch(() => {});

const Sound = dynamic(() => sound().then((part) => part.TakeSound), {
  ssr: false,
  loading: () => <div className="h-20 rounded-box bg-sunken sm:h-24" />,
});
const Card = dynamic(() => card().then((part) => part.DeliveryCard), { ssr: false });

/** A take's sound as a picture. */
export const TakeSound = (props: ComponentProps<typeof Sound>) => (
  <Optional>
    <Sound {...props} />
  </Optional>
);

/** How it was spoken, in figures. */
export const DeliveryCard = (props: ComponentProps<typeof Card>) => (
  <Optional>
    <Card {...props} />
  </Optional>
);
