/** Whether a modal dialog is open. */
export const isAsking = () => document.querySelector("dialog:modal") !== null;
