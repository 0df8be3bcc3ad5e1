import { mount } from "svelte";
import App from "./App.svelte";
import "./palette.css";
import "./theme.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
