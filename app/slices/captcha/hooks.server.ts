import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { checkCaptcha, isCaptchaAsked } from "./captcha.server.ts";

export const captchaHooks: IdentityHooks = {
  loginCode: {
    asksMore: isCaptchaAsked,
    async refuseTry(context, request, { email, captcha }) {
      return (await isCaptchaAsked(context, request, email)) ? checkCaptcha(context, captcha) : null;
    },
  },
};
