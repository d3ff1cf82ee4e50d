import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { write } from "#app/core/client/page-cache.ts";
import { reportFormFailure } from "#app/core/client/unreachable.ts";
import { sendForm } from "./send-form.ts";
import { readSentFile } from "./sent-file.ts";

/** The state of a form with a file that script uploads. */
interface Sending {
  /** The share that has been sent, from 0 to 1; null while nothing is being sent. */
  share: number | null;
  /** The error of the uploaded file. */
  objection: string | null;
  /** Sends a form to a path that responds with a SentFile. */
  send: (form: HTMLFormElement, path: string) => void;
  cancel: () => void;
  /** Clears the error. Call this when another file is selected. */
  clear: () => void;
}

/** Uploads forms with a file, with progress. Without script, the browser submits the form itself. */
export function useSending(): Sending {
  const [share, setShare] = useState<number | null>(null);
  const [objection, setObjection] = useState<string | null>(null);
  const sending = useRef<AbortController>(null);
  const navigate = useNavigate();
  useEffect(() => () => sending.current?.abort(), []);

  async function send(form: HTMLFormElement, path: string) {
    if (sending.current) return;
    const controller = new AbortController();
    sending.current = controller;
    setObjection(null);
    setShare(0);
    try {
      const text = await write(() =>
        sendForm(form, path, { onProgress: setShare, signal: controller.signal }),
      );
      if (text === null) return;
      const result = readSentFile(text);
      // The response is another page, for example the sign-in page if the session has ended.
      if (!result) form.submit();
      else if ("to" in result) navigate(result.to);
      else setObjection(result.message);
    } catch {
      reportFormFailure("notSent");
    } finally {
      sending.current = null;
      setShare(null);
    }
  }

  return {
    share,
    objection,
    send,
    cancel: () => sending.current?.abort(),
    clear: () => setObjection(null),
  };
}
