/**
 * Sends a form with a file, as fetch() does, but reports the progress, which fetch() can't.
 * @param options.onProgress gets the share that has been sent, from 0 to 1
 * @returns the text of the response; null if it was cancelled
 * @throws {Error} if the server could not be reached
 */
export function sendForm(
  form: HTMLFormElement,
  path: string,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(request.responseText);
    request.onabort = () => resolve(null);
    request.onerror = () => reject(new Error("not sent"));
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", path);
    request.send(new FormData(form));
  });
}
