"use client";

import { useUntilBack } from "@/ui/use-until-back";

/** Leaves for a page of the payment service. It stays busy until the browser is there, or back. */
export function useGoTo() {
  const [going, setGoing] = useUntilBack<boolean>(false);
  const goTo = (url: string) => {
    setGoing(true);
    window.location.assign(url);
  };
  return { going, goTo };
}
