import clsx from "clsx";
import { initialsOf } from "@/lib/names";

/** A person's picture, or their initials. What it shows stands beside it in words. */
export function Avatar({
  user,
  className,
}: {
  user: { avatar: string | null; firstName: string; lastName: string } | undefined;
  className: string;
}) {
  const shape = clsx("shrink-0 rounded-full bg-primary font-bold text-on-primary", className);
  // biome-ignore lint/performance/noImgElement: the server made it in the size that is shown, and its address needs no optimiser
  if (user?.avatar) return <img src={user.avatar} alt="" className={clsx(shape, "object-cover")} />;
  return <span className={clsx(shape, "grid place-items-center")}>{user ? initialsOf(user) : ""}</span>;
}
