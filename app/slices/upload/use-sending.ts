import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { write } from "#app/core/client/page-cache.ts";
import { tellFormFailed } from "#app/core/client/unreachable.ts";
import { sendForm } from "./send-form.ts";
import { readSentFile } from "./sent-file.ts";

/** A form with a file, while script sends it. */
interface Sending {
  /** How much of it was sent, from 0 to 1; null while none is being sent. */
  share: number | null;
  /** What is wrong with the file that was sent. */
  objection: string | null;
  /** Sends a form to a path that answers with a SentFile. */
  send: (form: HTMLFormElement, path: string) => void;
  cancel: () => void;
  /** Forgets what was wrong: another file was chosen. */
  clear: () => void;
}

/** Sends forms with a file, and knows how much is sent. Without script, the form sends itself. */
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
      const answer = readSentFile(text);
      // Such as the page that asks who they are, if their session has ended.
      if (!answer) form.submit();
      else if ("to" in answer) navigate(answer.to);
      else setObjection(answer.message);
    } catch {
      tellFormFailed("notSent");
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
