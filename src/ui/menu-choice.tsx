import type { ComponentProps } from "react";

interface MenuChoiceProps extends ComponentProps<"button"> {
  chosen: boolean;
  /** Whether several can be chosen. */
  several?: boolean;
}

/** Within a MenuItem: what is chosen, or can be. A MenuItem gives its own role to whatever it holds; only what takes it can put another one. */
export function MenuChoice({ chosen, several = false, ...rest }: MenuChoiceProps) {
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles can be checked
  return <button type="button" {...rest} role={several ? "menuitemcheckbox" : "menuitemradio"} aria-checked={chosen} />;
}
