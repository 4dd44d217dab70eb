"use client";

import type { Nodes, PhrasingContent, Root } from "mdast";
import { type ComponentProps, memo, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { namesIn, toHandle } from "@/lib/mentions";
import { linkTarget } from "../hooks/link-target";
import { IMAGE_SCHEME, isTangled } from "../rules";

interface Picture {
  uid: string;
  url: string;
  width: number;
  height: number;
}

interface MarkdownProps {
  text: string;
  /** Pictures that may stand in it; any other one is its words. */
  images: Picture[];
  /** Who is named in it; any other @ is a sign like others. */
  mentions: { handle: string; name: string }[];
  /** Asks for another address of a picture whose own leads nowhere any more. Give it a stable function. */
  onGone?: ((uid: string) => void) | undefined;
}

const ELEMENTS = [
  ...["p", "br", "hr", "strong", "em", "del", "a", "img", "ul", "ol", "li", "blockquote", "code", "pre", "span", "input"],
  ...["h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"],
];

/** react-markdown asks for each address, of links and pictures alike. */
function urlTransform(url: string, key: string): string {
  if (key === "href") return linkTarget(url) ?? "";
  return key === "src" && url.toLowerCase().startsWith(IMAGE_SCHEME) ? url : "";
}

/** A text with those who are named in it set apart. */
function withNames(text: string, known: ReadonlySet<string>): PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let end = 0;
  for (const { at, names } of namesIn(text)) {
    const name = names.find((one) => known.has(toHandle(one)));
    if (name === undefined) continue;
    if (at > end) parts.push({ type: "text", value: text.slice(end, at) });
    end = at + 1 + name.length;
    parts.push({
      type: "emphasis",
      data: { hName: "span", hProperties: { dataHandle: toHandle(name) } },
      children: [{ type: "text", value: `@${name}` }],
    });
  }
  if (end < text.length) parts.push({ type: "text", value: text.slice(end) });
  return parts;
}

/** Names become chips, outside of code and links; footnotes, whose marks would lead to another message's, stay what was typed. */
function remarkMessage(known: ReadonlySet<string>) {
  const walk = (node: Nodes): void => {
    if (!("children" in node) || node.type === "link" || node.type === "linkReference") return;
    const children = node.children.flatMap((child): Nodes[] => {
      if (child.type === "text" && known.size > 0) return withNames(child.value, known);
      if (child.type === "footnoteReference") return [{ type: "text", value: `[^${child.label ?? child.identifier}]` }];
      if (child.type === "footnoteDefinition") return child.children;
      walk(child);
      return [child];
    });
    Object.assign(node, { children });
  };
  return () => (tree: Root) => walk(tree);
}

const Heading = ({ children }: ComponentProps<"h3">) => (
  <h3 dir="auto" className="mt-1 text-lg font-bold">
    {children}
  </h3>
);

const PLAIN: Components = {
  // A message stands below its topic's title, whatever its author takes for a heading.
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  p: ({ children }) => <p dir="auto">{children}</p>,
  li: ({ children }) => <li dir="auto">{children}</li>,
  a: ({ href, children }) =>
    href ? (
      <a
        href={href}
        target="_blank"
        rel="nofollow noopener ugc"
        className="font-medium break-words text-primary-text underline underline-offset-4"
      >
        {children}
      </a>
    ) : (
      children
    ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <pre dir="ltr" tabIndex={0} className="max-w-full overflow-x-auto rounded-box bg-sunken p-3 text-start text-sm leading-relaxed">
      {children}
    </pre>
  ),
  code: ({ children }) => (
    <code dir="ltr" className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.9em] break-words [pre_&]:p-0 [pre_&]:break-normal">
      {children}
    </code>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div tabIndex={0} className="max-w-full overflow-x-auto">
      <table className="border-collapse text-sm">{children}</table>
    </div>
  ),
  // A list of what is done: as it was typed, because nobody can tick it.
  input: ({ checked }) => <span dir="ltr">{checked ? "[x]" : "[ ]"}</span>,
};

const TEXT =
  "grid min-w-0 grid-cols-1 gap-3 overflow-x-clip break-words [&_blockquote]:grid [&_blockquote]:gap-3 [&_blockquote]:border-s-4 [&_blockquote]:border-line-strong/50 [&_blockquote]:ps-4 [&_blockquote]:text-ink-soft [&_hr]:border-line [&_li]:ps-1 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1.5 [&_ol]:ps-6 [&_strong]:font-semibold [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:ps-6";

/** What a message says: Markdown, of which no sign reaches the page as HTML. */
export const MessageMarkdown = memo(function MessageMarkdown({ text, images, mentions, onGone }: MarkdownProps) {
  const names = useMemo(() => new Map(mentions.map(({ handle, name }) => [handle, name])), [mentions]);
  const plugins = useMemo(() => [remarkGfm, remarkMessage(new Set(names.keys()))], [names]);
  const components = useMemo(
    (): Components => ({
      ...PLAIN,
      img: ({ src, alt = "" }) => {
        const uid = typeof src === "string" ? src.slice(IMAGE_SCHEME.length).toLowerCase() : "";
        const picture = images.find((image) => image.uid === uid);
        if (!picture) return alt ? <span className="text-ink-soft">[{alt}]</span> : null;
        return (
          // biome-ignore lint/performance/noImgElement: a signed address that lives for minutes is nothing for an image optimiser
          <img
            src={picture.url}
            alt={alt}
            width={picture.width || undefined}
            height={picture.height || undefined}
            loading="lazy"
            onError={() => onGone?.(uid)}
            className="my-1 h-auto max-h-[28rem] w-auto max-w-full rounded-box bg-sunken object-contain"
          />
        );
      },
      span: ({ node, children }) => {
        const handle = String(node?.properties.dataHandle ?? "");
        return (
          <bdi title={names.get(handle)} className="rounded bg-primary-soft px-1 font-medium text-primary-text" dir="ltr">
            {children}
          </bdi>
        );
      },
    }),
    [images, names, onGone],
  );
  // What would keep a parser busy for seconds stands as it was typed.
  if (isTangled(text))
    return (
      <p dir="auto" className="overflow-x-clip break-words whitespace-pre-wrap">
        {text}
      </p>
    );
  return (
    <div dir="auto" className={TEXT}>
      <Markdown allowedElements={ELEMENTS} unwrapDisallowed remarkPlugins={plugins} urlTransform={urlTransform} components={components}>
        {text}
      </Markdown>
    </div>
  );
});
