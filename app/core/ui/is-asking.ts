/** Whether a dialog waits for an answer. */
export const isAsking = () => document.querySelector("dialog:modal") !== null;
