import type { KeyboardEvent } from "react";
import { TOUCH } from "@/ui/hooks";

/** While letters of a Chinese word are chosen Enter takes them; Safari says so by a key code alone. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean => nativeEvent.isComposing || keyCode === 229;

/** On a keyboard Enter sends; on a phone it makes a line, as everywhere there. */
export const entersLines = () => window.matchMedia(TOUCH).matches;
