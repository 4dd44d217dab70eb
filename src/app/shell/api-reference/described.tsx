import clsx from "clsx";

/** What the document says in words: English, in lines, with code between backticks. */
export function Described({ text, className }: { text: string; className?: string }) {
  const pieces = text.split("`").map((piece, at) => ({ piece, key: `${at}:${piece}`, code: at % 2 === 1 }));
  return (
    <p lang="en" dir="ltr" className={clsx("whitespace-pre-line", className)}>
      {pieces.map(({ piece, key, code }) =>
        code ? (
          <code key={key} className="rounded bg-sunken px-1 py-0.5 text-[0.9em] break-words">
            {piece}
          </code>
        ) : (
          piece
        ),
      )}
    </p>
  );
}
