/** Web Push in this browser: whether it can, may and does show notifications. */
import type { SubscribePush } from "../protocol";

/** `insecure`: the page is not served over HTTPS; `missing`: the browser lacks it, or here. */
export type PushState = "insecure" | "missing" | "denied" | "off" | "on";

const WORKER = "/service-worker.js";

export function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function current(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

function isFor({ options }: PushSubscription, key: string): boolean {
  const made = options.applicationServerKey;
  return made === null || String(new Uint8Array(made)) === String(bytes(key));
}

/** `key` is the server's; `isKnown` says whether it has a subscription of this browser. */
export async function pushState(key: string, isKnown: boolean): Promise<PushState> {
  if (!window.isSecureContext) return "insecure";
  const canPush = "serviceWorker" in navigator && "PushManager" in window;
  if (!canPush || !("Notification" in window)) return "missing";
  if (Notification.permission === "denied") return "denied";
  const made = isKnown ? await current() : null;
  return made && isFor(made, key) ? "on" : "off";
}

/** Asks for permission and subscribes; null if the person does not permit it. */
export async function subscribe(key: string): Promise<SubscribePush | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  let made: PushSubscription;
  try {
    made = await worker.pushManager.subscribe(options);
  } catch (error) {
    // A subscription with another key of the server is in the way.
    const old = await worker.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    made = await worker.pushManager.subscribe(options);
  }
  const { endpoint = "", keys = {} } = made.toJSON();
  return { endpoint, p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" };
}

export async function unsubscribe(): Promise<void> {
  await (await current())?.unsubscribe();
}
