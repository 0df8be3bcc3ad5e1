/** Whether the screen is narrow, by the width at which layout.css makes one column. */
import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("max-width: 899px");
