import { tick } from "svelte";

/**
 * Gives the focus to the heading of the page in `main`; also to the next one where a page that was
 * still loading is replaced. Ends as soon as a person does something.
 */
export function focusHeading(main: HTMLElement): () => void {
  const focus = () => main.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  const watcher = new MutationObserver(() => {
    if (document.activeElement === document.body) focus();
  });
  const stop = () => {
    watcher.disconnect();
    for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, stop);
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, stop);
  void tick().then(focus);
  watcher.observe(main, { childList: true, subtree: true });
  return stop;
}
