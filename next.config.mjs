import createNextIntlPlugin from "next-intl/plugin";

const LOCALES = ["en", "fr", "vi", "cn", "ar"];

/** Sends what is asked for to a page of the visitor's language. */
const inEachLanguage = (page) =>
  LOCALES.map((locale) => ({
    source: "/:path*",
    has: [{ type: "header", key: "x-parley-locale", value: locale }],
    destination: `/${locale}/${page}`,
  }));

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The same sources are the same build, wherever they were built: then pages of one process go on with another's.
  generateBuildId: () => process.env.PARLEY_BUILD ?? null,
  env: process.env.PARLEY_BUILD ? { PARLEY_BUILD: process.env.PARLEY_BUILD } : {},
  reactStrictMode: true,
  // The type checker and linter run on their own in `npm test`.
  typescript: { ignoreBuildErrors: true },
  // The build of pdf.js for browsers that are a few years old, too.
  turbopack: { resolveAlias: { "pdfjs-dist": "pdfjs-dist/legacy/build/pdf.mjs" } },
  // The widths and quality that the product is specified with. No picture of ours needs others than it has, though, and drawing them would
  // be work that anybody could ask for without end: it is off.
  images: {
    unoptimized: true,
    deviceSizes: [640, 750, 828, 1080, 1200, 1920, 2048, 3840],
    qualities: [75],
  },
  // Browsers ask for it anew anyway; what stands between them and us shall not keep it either.
  headers: async () => [{ source: "/sw.js", headers: [{ key: "cache-control", value: "no-cache" }] }],
  // Addresses carry no language: the server in front says which one a visitor reads, and the static page of that language answers;
  // where there is none, the one that says so, which the server in front sends as a 404 (http/built-pages.ts).
  rewrites: async () => ({ beforeFiles: [], afterFiles: inEachLanguage(":path*"), fallback: inEachLanguage("not-found") }),
};

export default createNextIntlPlugin("./src/i18n/request.ts")(config);
