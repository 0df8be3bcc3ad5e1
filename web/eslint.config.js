import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", ".svelte-check/", "src/protocol.ts"] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  { files: ["public/*.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // What is shown as HTML are the drawings and rulebooks of our own server.
      "svelte/no-at-html-tags": "off",
      "svelte/no-navigation-without-resolve": "off", // SvelteKit's router; ours is router.ts
      "@typescript-eslint/no-invalid-void-type": "off",
    },
  },
);
