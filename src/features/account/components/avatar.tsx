import clsx from "clsx";

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
  const initials = user ? `${[...user.firstName][0] ?? ""}${[...user.lastName][0] ?? ""}`.toLocaleUpperCase() : "";
  return <span className={clsx(shape, "grid place-items-center")}>{initials}</span>;
}
