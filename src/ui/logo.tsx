/** Parley's mark: two speech bubbles that share one line of talk. */
export function LogoMark({ className = "size-9" }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true" fill="none">
      <path
        d="M6 9.5A5.5 5.5 0 0 1 11.5 4h12A5.5 5.5 0 0 1 29 9.5v7a5.5 5.5 0 0 1-5.5 5.5H15l-6.2 5.3A1.1 1.1 0 0 1 7 26.500V21A5.500 5.500 0 0 1 6 17.500z"
        fill="var(--primary)"
      />
      <path
        d="M33.500 14.800A5.500 5.500 0 0 1 36 19.400v7.100A5.500 5.500 0 0 1 34.500 30v4.700a1 1 0 0 1-1.700.8L28.500 32h-8a5.500 5.500 0 0 1-5-3.200l.9-.8h7.100A9.500 9.500 0 0 0 33 18.500z"
        fill="var(--primary)"
        opacity=".45"
      />
      <path
        d="M12 13h2.500l1.800-3.500 3 7 1.900-3.500H24"
        stroke="var(--on-primary)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Mark and name; on the narrowest phones the mark alone, so that the header's buttons keep their words on one line. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="text-xl font-bold tracking-tight text-ink max-[26rem]:hidden">Parley</span>
    </span>
  );
}
