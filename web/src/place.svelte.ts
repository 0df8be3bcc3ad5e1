/** Where the reader is. Links inside the site change the page without loading it. */
import { parseRoute, type Route } from "./router";

class Place {
  #path = $state(window.location.pathname);
  readonly route: Route = $derived(parseRoute(this.#path));
  /** Counts the pages that were gone to, so that the same page can be told from a new visit. */
  visits = $state(0);

  constructor() {
    window.addEventListener("popstate", () => this.#arrive());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(address: string): void {
    window.history.pushState(null, "", address);
    this.#arrive();
    window.scrollTo(0, 0);
  }

  /** Changes the address without going anywhere. */
  rewrite(address: string): void {
    window.history.replaceState(window.history.state, "", address);
  }

  #arrive(): void {
    if (this.#path !== window.location.pathname) this.visits += 1;
    this.#path = window.location.pathname;
  }

  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download")) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== window.location.origin || pathname.startsWith("/api/")) return;
    if (pathname === window.location.pathname && hash) return;
    event.preventDefault();
    this.go(pathname + search + hash);
  }
}

export const place = new Place();
