import { useTranslations } from "next-intl";
import { Children, Fragment, type ReactNode } from "react";

/** Facts in one line, with what the language sets between them. What is left out leaves no gap; each is read in its own direction. */
export function Joined({ children }: { children: ReactNode }) {
  const common = useTranslations("common");
  const given = Children.toArray(children).filter((piece) => piece !== "");
  return given.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line keep their places
    <Fragment key={at}>
      {at > 0 ? common("separator") : null}
      <bdi>{piece}</bdi>
    </Fragment>
  ));
}
