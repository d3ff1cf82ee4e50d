/** The names of the fields of a page that are marked as required. */
export const markedFields = (html: string) => fieldsWith(html, /aria-required="true"/);

/** The names of the fields of a page that have errors. */
export const refusedFields = (html: string) => fieldsWith(html, /aria-invalid="true"/);

const fieldsWith = (html: string, mark: RegExp) =>
  [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].flatMap(([element]) =>
    mark.test(element) ? [/ name="([^"]+)"/.exec(element)?.[1]] : [],
  );
