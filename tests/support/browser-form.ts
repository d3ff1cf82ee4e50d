/**
 * The fields of the form on a page that contains `field`, as a browser sends them if nobody has changed any
 * (HTML, 4.10.5.1 and 4.10.11). A text field has no line breaks. A text area sends each line break as CRLF,
 * and ignores one right after its tag.
 */
export function fieldsOfForm(html: string, field: string): Record<string, string> {
  const form = html.match(/<form\b.*?<\/form>/gs)?.find((one) => one.includes(`name="${field}"`));
  if (!form) throw new Error(`The page has no form with ${field}`);
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const { name, type = "text", value = "on", checked } = attributesOf(input);
    if (name === undefined || (["checkbox", "radio"].includes(type) && checked === undefined)) continue;
    fields[name] = type === "hidden" ? value : value.replace(/[\r\n]/g, "");
    if (!/\bvalue=/.test(input) && type !== "checkbox") fields[name] = "";
  }
  for (const [area, start = "", text = ""] of form.matchAll(/(<textarea\b[^>]*>)(.*?)<\/textarea>/gs)) {
    const { name } = attributesOf(start);
    if (area && name)
      fields[name] = unescaped(text.replace(/\r\n?/g, "\n").replace(/^\n/, "")).replace(/\n/g, "\r\n");
  }
  for (const [select, start = ""] of form.matchAll(/(<select\b[^>]*>).*?<\/select>/gs)) {
    const { name } = attributesOf(start);
    const options = [...select.matchAll(/<option\b[^>]*>/g)].map(([option]) => attributesOf(option));
    if (name)
      fields[name] = (options.find(({ selected }) => selected !== undefined) ?? options[0])?.value ?? "";
  }
  return fields;
}

const attributesOf = (tag: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, unescaped(value ?? "")]),
  );

const unescaped = (text: string) =>
  text
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
