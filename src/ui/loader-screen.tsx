import { LogoMark } from "./logo";

/** The full-screen animated logo that stands while the session is restored. */
export function LoaderScreen({ label }: { label: string }) {
  return (
    <div role="status" aria-live="polite" className="fixed inset-0 z-50 grid place-items-center bg-ground">
      <div className="relative grid size-28 place-items-center">
        <span className="absolute inset-0 rounded-full border-2 border-primary [animation:logo-ring_1.8s_ease-out_infinite]" />
        <span className="[animation:logo-breathe_1.8s_ease-in-out_infinite]">
          <LogoMark className="size-14" />
        </span>
      </div>
      <span className="sr-only">{label}</span>
    </div>
  );
}
