const WAVE = [14, 26, 40, 22, 54, 34, 62, 30, 46, 18, 38, 58, 26, 44, 20, 50, 36, 28, 60, 24, 16, 32, 48, 22].map((height, at) => ({
  height,
  x: at * 10 + 2,
}));

/** What practising looks like, drawn for the first page: a question, a countdown, a voice. */
export function PracticeIllustration({
  question,
  category,
  point,
  time,
}: {
  question: string;
  category: string;
  point: string;
  time: string;
}) {
  return (
    <figure aria-hidden="true" className="relative mx-auto w-full max-w-lg pe-6 pb-10">
      <div className="rounded-2xl border border-line bg-surface p-6 shadow-float sm:p-8">
        <p className="text-sm font-semibold text-primary-text">{category}</p>
        <p className="mt-2 text-lg font-bold text-balance">{question}</p>
        <div className="mt-7 flex items-center gap-6">
          <svg aria-hidden="true" viewBox="0 0 100 100" className="size-24 shrink-0">
            <circle cx="50" cy="50" r="43" fill="none" stroke="var(--line)" strokeWidth="7" />
            <circle
              cx="50"
              cy="50"
              r="43"
              fill="none"
              stroke="var(--record)"
              strokeWidth="7"
              strokeLinecap="round"
              strokeDasharray="270"
              strokeDashoffset="98"
              transform="rotate(-90 50 50)"
            />
            <text x="50" y="58" textAnchor="middle" fontSize="23" fontWeight="700" fill="var(--ink)">
              {time}
            </text>
          </svg>
          <svg aria-hidden="true" viewBox="0 0 240 70" className="min-w-0 grow" preserveAspectRatio="none">
            {WAVE.map(({ height, x }) => (
              <rect
                key={x}
                x={x}
                y={35 - height / 2}
                width="5"
                height={height}
                rx="2.500"
                fill="var(--primary)"
                opacity={x > 170 ? 0.3 : 1}
              />
            ))}
          </svg>
        </div>
      </div>
      <figcaption className="absolute end-0 bottom-0 max-w-60 rounded-box border border-line bg-surface px-4 py-3 text-sm font-medium shadow-float">
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="me-1.5 inline size-4 align-[-2px]"
          fill="none"
          stroke="var(--success)"
          strokeWidth="2.500"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M4 11l4 4 8-10" />
        </svg>
        {point}
      </figcaption>
    </figure>
  );
}
