import { mount } from "svelte";
import App from "./App.svelte";
import "./palette.css";
import "./theme.css";
import "./print.css"; // after what it changes

const target = document.getElementById("app");
if (target) mount(App, { target });

// Without it there is no page that says that the server cannot be reached; nothing else is missing.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}
