import { expect, test } from "vitest";
import { newDeviceNotice } from "./new-device.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

test.each([
  [FIREFOX, { browser: "Firefox", system: "Linux" }],
  ["curl/8.5.0", null],
  ["", null],
  [null, null],
])("the notice of a sign-in with %j names the device %o", (userAgent, device) => {
  const notice = newDeviceNotice({ userAgent, country: "KE", createdAt: 7 });
  expect(notice).toEqual({ about: "newDevice", device, country: "KE", at: 7 });
});
