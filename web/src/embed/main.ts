import { mount } from "svelte";
import "../palette.css";
import "../theme.css";
import Embed from "./Embed.svelte";

const target = document.getElementById("app");
if (target) mount(Embed, { target });
