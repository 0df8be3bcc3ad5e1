import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    // Each file has modules of its own, without a process of its own. Files share a thread: what a
    // test fakes, timers above all, it has to give back.
    pool: "vmThreads",
  },
});
