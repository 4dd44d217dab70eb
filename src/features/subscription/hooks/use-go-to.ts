"use client";

import { useState } from "react";

/** Leaves for a page of the payment service. It stays busy until the browser is there. */
export function useGoTo() {
  const [going, setGoing] = useState(false);
  const goTo = (url: string) => {
    setGoing(true);
    window.location.assign(url);
  };
  return { going, goTo };
}
