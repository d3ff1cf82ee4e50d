// What a page offers to a browser without script: its links, and its forms with each of their buttons.

/** A link, or a form that one of its buttons sends. */
export interface Offer {
  method: "GET" | "POST";
  /** The path from the root of the site, with the search. */
  url: string;
  /** The fields of a post. Empty text fields of a form are filled in. */
  fields: [name: string, value: string][];
}

type Attributes = Record<string, string>;

interface Form {
  attributes: Attributes;
  fields: [name: string, value: string][];
  buttons: Attributes[];
}

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">" };
const decode = (text: string) =>
  text.replace(/&(amp|quot|#x27|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? "");

const attributesOf = (text: string): Attributes =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      decode(value),
    ]),
  );

/** What somebody may type into an empty field. */
const typed = ({ type }: Attributes) =>
  type === "email" ? `${crypto.randomUUID()}@example.com` : crypto.randomUUID();

/** What a page offers. @param page its path and search, to which relative addresses in it refer */
export function offersIn(html: string, page: string): Offer[] {
  const base = new URL(page, "http://site.test");
  const at = (address = "") => {
    const url = address === "" ? base : new URL(address, base);
    return url.origin === base.origin ? url.pathname + url.search : null;
  };
  const links: Offer[] = [];
  const forms = formsIn(html, (address) => {
    const url = at(address);
    if (url) links.push({ method: "GET", url, fields: [] });
  });
  const sent = forms.flatMap(({ attributes, fields, buttons }) =>
    (buttons.length > 0 ? buttons : [{}]).flatMap((button: Attributes): Offer[] => {
      const url = at(button.formaction ?? attributes.action);
      if (url === null) return [];
      const all: Offer["fields"] = [
        ...fields,
        ...(button.name ? [[button.name, button.value ?? ""] as [string, string]] : []),
      ];
      if ((button.formmethod ?? attributes.method ?? "get").toLowerCase() === "post") {
        return [{ method: "POST", url, fields: all }];
      }
      return [{ method: "GET", url: `${url.split("?")[0]}?${new URLSearchParams(all)}`, fields: [] }];
    }),
  );
  return [...links, ...sent];
}

function formsIn(html: string, onLink: (address: string) => void): Form[] {
  const forms = new Map<string, Form>();
  let open = "";
  let select: { name: string; form: string; value: string | null } | null = null;
  const formOf = (id: string) => {
    const form = forms.get(id) ?? { attributes: {}, fields: [], buttons: [] };
    forms.set(id, form);
    return form;
  };
  const tags = html
    .replace(/<(script|style|svg|template)\b.*?<\/\1>/gs, "")
    .matchAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>([^<]*)/gi);
  for (const [, slash, tag = "", rest = "", text = ""] of tags) {
    const attributes = attributesOf(rest);
    const { name = "", type = "", value = "" } = attributes;
    const form = attributes.form ?? open;
    if (tag === "form") {
      open = slash ? "" : (attributes.id ?? `form ${forms.size}`);
      if (!slash) formOf(open).attributes = attributes;
    } else if (tag === "select") {
      if (slash && select) formOf(select.form).fields.push([select.name, select.value ?? ""]);
      select = slash ? null : { name, form, value: null };
    } else if (slash) {
    } else if (tag === "a" && attributes.href) onLink(attributes.href);
    else if (tag === "option" && select && (select.value === null || "selected" in attributes))
      select.value = value;
    else if (form === "" || "disabled" in attributes) {
    } else if (tag === "button" && type !== "button" && type !== "reset")
      formOf(form).buttons.push(attributes);
    else if (tag === "textarea" && name) formOf(form).fields.push([name, decode(text).trim() || typed({})]);
    else if (tag === "input" && name && type !== "file") {
      const isBox = type === "checkbox" || type === "radio";
      // Unchecked checkboxes are left out, except the first row's checkbox where rows can be selected.
      const isFirst = name === "selected" && !formOf(form).fields.some(([known]) => known === name);
      if (isBox && !("checked" in attributes) && !isFirst) continue;
      const isEmpty = value === "" && /^(text|email|search|)$/.test(type);
      formOf(form).fields.push([name, isEmpty ? typed(attributes) : value]);
    }
  }
  return [...forms.values()].filter(({ attributes }) => "method" in attributes || "action" in attributes);
}
