import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { tellFormFailed } from "#app/core/client/unreachable.ts";
import { readSentFile } from "./sent-file.ts";

/** A form with a file, while script sends it. */
export interface Sending {
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

/** Sends forms with a file, and knows how much is sent: fetch() does not say. Without script, the form sends itself. */
export function useSending(): Sending {
  const [share, setShare] = useState<number | null>(null);
  const [objection, setObjection] = useState<string | null>(null);
  const request = useRef<XMLHttpRequest>(null);
  const navigate = useNavigate();
  useEffect(() => () => request.current?.abort(), []);

  function send(form: HTMLFormElement, path: string) {
    if (request.current) return;
    const sent = new XMLHttpRequest();
    request.current = sent;
    const end = () => {
      request.current = null;
      setShare(null);
    };
    sent.upload.onprogress = ({ loaded, total }) => setShare(total > 0 ? loaded / total : 0);
    sent.onload = () => {
      end();
      const answer = readSentFile(sent.responseText);
      if (!answer) form.submit();
      else if ("to" in answer) navigate(answer.to);
      else setObjection(answer.message);
    };
    sent.onabort = end;
    sent.onerror = () => {
      end();
      tellFormFailed("notSent");
    };
    sent.open("POST", path);
    sent.send(new FormData(form));
    setObjection(null);
    setShare(0);
  }

  return {
    share,
    objection,
    send,
    cancel: () => request.current?.abort(),
    clear: () => setObjection(null),
  };
}
