import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

// `npm run dev` expects the server of this repository at STRATA_URL.
const server = loadEnv("", ".", "STRATA_").STRATA_URL ?? "http://localhost:8765";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/strata/server/client",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false }, // it would be an inline script
    rolldownOptions: {
      input: ["index.html", "embed.html"],
      checks: { pluginTimings: false }, // how long plugins took is no warning for users
    },
    assetsInlineLimit: 0, // data: URLs are not allowed by the content security policy
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: false } } },
});
