import { ensureInstalled, stopWithNpm } from "./setup.mjs";

ensureInstalled();
stopWithNpm();
process.env.NODE_ENV = "development";
process.env.NEXT_TELEMETRY_DISABLED = "1";

const { context } = await import("esbuild");
const { bundleOptions, cleanBundle } = await import("./bundle.mjs");

// Pages reload by Next. The API reloads here: each successful bundle is loaded as a new module and takes the old one's place.
let version = 0;
let reload;
let current = true;
const announceBundle = {
  name: "reload-api",
  setup: (build) =>
    build.onEnd(async ({ errors }) => {
      if (errors.length > 0 || !reload) return;
      // Watching begins with a bundle of what already runs.
      if (current) {
        current = false;
        return;
      }
      version += 1;
      await reload().then(
        () => console.log("API reloaded"),
        (error) => console.error("API not reloaded:", error),
      );
    }),
};

cleanBundle("dist/dev");
const bundler = await context({ ...bundleOptions, outdir: "dist/dev", plugins: [announceBundle] });
await bundler.rebuild();
const { serve } = await import("../../dist/dev/main.mjs");
await serve({
  mode: "web",
  dev: true,
  loadApp: () => import(`../../dist/dev/app.mjs?v=${version}`),
  onReady: (replace) => {
    reload = replace;
    void bundler.watch();
  },
});
