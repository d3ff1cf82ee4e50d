import type { EntityDefinition } from "../definition.ts";
import { subtitleOf } from "./queries.ts";

/**
 * A row of a list: its name, which is a link, the subtitle below it, and its picture if it can have one.
 * @param to the code of the path of its page
 * @param options.of the code in front of the names of a row's values, if the row is one object: "trip."
 * @param options.more the code of another line
 */
export function listItem(
  entity: EntityDefinition,
  to: string,
  { of = "", more = "" }: { of?: string; more?: string } = {},
): string {
  const { title, pictures } = entity;
  const subtitle = subtitleOf(entity);
  const texts = `<StretchedLink
              to={${to}}
              state={FROM_LIST}
              dir="auto"
              className="match-parent block font-serif font-semibold break-words"
            >
              {${of}${title.name}}
            </StretchedLink>
            ${subtitle ? `{${of}${subtitle.name} && <p className="text-sm break-words text-quiet"><bdi>{${of}${subtitle.name}}</bdi></p>}` : ""}
            ${more}`;
  return pictures.length > 0
    ? `<li key={${of}id} className="relative flex items-center gap-3 px-4 py-3 hover:bg-accent-soft">
            <Thumbnail src={${of}thumbnail} />
            <div className="min-w-0">${texts}</div>
          </li>`
    : `<li key={${of}id} className="relative px-4 py-3 hover:bg-accent-soft">${texts}</li>`;
}
