import type { CDPSession, Page } from "@playwright/test";

/** A virtual authenticator of Chromium, which lets anyone who unlocks it use its passkey. */
export class PasskeyDevice {
  readonly #cdp: CDPSession;
  readonly #id: string;

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp;
    this.#id = id;
  }

  /** @param transport a browser has one "internal" device, and any number of others */
  static async pluggedInto(page: Page, transport: "internal" | "usb" = "internal"): Promise<PasskeyDevice> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new PasskeyDevice(cdp, authenticatorId);
  }

  /** Sets whether its owner can unlock it. At first, the owner can. */
  async unlocked(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send("WebAuthn.setUserVerified", { authenticatorId: this.#id, isUserVerified });
  }

  async unplug(): Promise<void> {
    await this.#cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: this.#id });
  }
}
