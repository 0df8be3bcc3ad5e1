import { afterEach, describe, expect, it, vi } from "vitest";
import { bytes, pushState, subscribe } from "../src/notify/browserPush";

/** A browser: what it has, what it permits, which subscription it holds. */
function stub(has: {
  secure?: boolean;
  push?: boolean;
  permission?: string;
  subscribed?: boolean;
  fails?: number;
  key?: string;
}): { unsubscribed: number } {
  const seen = { unsubscribed: 0 };
  let failures = has.fails ?? 0;
  const subscription = {
    options: { applicationServerKey: bytes(has.key ?? "BAAB").buffer },
    toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => {
      seen.unsubscribed += 1;
      return true;
    },
  };
  const registration = {
    pushManager: {
      getSubscription: async () => (has.subscribed ? subscription : null),
      subscribe: async () => {
        if (failures-- > 0) throw new Error("InvalidStateError");
        return subscription;
      },
    },
  };
  const notification = {
    permission: has.permission ?? "default",
    requestPermission: async () => has.permission ?? "default",
  };
  vi.stubGlobal("window", {
    isSecureContext: has.secure ?? true,
    ...((has.push ?? true) && { PushManager: {}, Notification: notification }),
  });
  vi.stubGlobal("Notification", notification);
  vi.stubGlobal("navigator", {
    serviceWorker: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
  return seen;
}

describe("push in this browser", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("says why it cannot be", async () => {
    stub({ secure: false });
    expect(await pushState("BAAB", true)).toBe("insecure");
    stub({ push: false });
    expect(await pushState("BAAB", true)).toBe("missing");
    stub({ permission: "denied", subscribed: true });
    expect(await pushState("BAAB", true)).toBe("denied");
  });

  it("is on where browser and server know of it", async () => {
    stub({ permission: "granted", subscribed: true });
    expect(await pushState("BAAB", true)).toBe("on");
    expect(await pushState("BAAB", false)).toBe("off");
    stub({ permission: "granted" });
    expect(await pushState("BAAB", true)).toBe("off");
    stub({ permission: "granted", subscribed: true, key: "BAAC" });
    expect(await pushState("BAAB", true)).toBe("off");
  });

  it("subscribes if the person permits it", async () => {
    stub({ permission: "denied" });
    expect(await subscribe("BAAB")).toBeNull();
    stub({ permission: "granted" });
    const made = { endpoint: "https://push.example/1", p256dh: "p", auth: "a" };
    expect(await subscribe("BAAB")).toEqual(made);
  });

  it("replaces a subscription with another key", async () => {
    const seen = stub({ permission: "granted", subscribed: true, fails: 1 });
    expect(await subscribe("BAAB")).not.toBeNull();
    expect(seen.unsubscribed).toBe(1);
    stub({ permission: "granted", fails: 1 });
    await expect(subscribe("BAAB")).rejects.toThrow("InvalidStateError");
  });

  it("reads keys in base64url", () => {
    expect([...bytes("-_8")]).toEqual([251, 255]);
  });
});
