import { useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { isCaptchaMessage } from "./captcha-message.ts";

/**
 * The captcha, in a separate document whose Content-Security-Policy allows it (docs/decisions/0032).
 * @param name the name of the field with the token for the server
 */
export default function CaptchaFrame({ name }: { name: string }) {
  const { t } = useI18n();
  const frame = useRef<HTMLIFrameElement>(null);
  const [token, setToken] = useState("");
  useEffect(() => {
    const receive = ({ origin, source, data }: MessageEvent) => {
      const isOurs = origin === location.origin && source === frame.current?.contentWindow;
      if (isOurs && isCaptchaMessage(data)) setToken(data.captcha);
    };
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, []);
  return (
    <>
      <input type="hidden" name={name} value={token} />
      {/* Turnstile needs 300 pixels, which is the full width of a narrow phone. */}
      <iframe
        ref={frame}
        title={t("auth:captcha.title")}
        src={href("/login/captcha")}
        className="-mx-6 mt-3 h-[65px] w-[calc(100%+3rem)] min-w-[300px] sm:mx-0 sm:w-full"
      />
    </>
  );
}
