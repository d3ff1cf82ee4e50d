// Names that entities and fields can't have.

/** Names that variables can't have: the reserved words of ECMAScript (12.7.2), and those that the linter refuses. */
const RESERVED = (
  "arguments await break case catch class const constructor continue debugger default delete do else enum eval export " +
  "extends false finally for function if implements import in instanceof interface let new null package private " +
  "protected public return static super switch this throw true try typeof undefined var void while with yield"
).split(" ");
/** Columns that every table has, and names that mean something else in forms, pages and queries. */
export const TAKEN_FIELDS =
  "id userId organisationId ownerEmail ownerName isOwn isHidden sharedAt createdAt updatedAt updated intent another original restore page total term rowid row keys pictureId thumbnail"
    .split(" ")
    .concat(RESERVED);
/** Names that components can't have: JavaScript's own classes, and imports of the generated code. */
const TAKEN_COMPONENTS =
  "array boolean date error function map math number object promise route set string symbol".split(" ");
/** Names of variables that the generated code has next to a variable with the entity's name. */
export const TAKEN_NAMES = (
  "actor authorize can children confirming membership organisation organisations own result slug context created data day db deleted entity eq form found here href i18n id " +
  "index iso key layout now page params pathname reader request role row search shown original sql updated url"
)
  .split(" ")
  .concat(TAKEN_COMPONENTS, RESERVED);
/**
 * Names of variables that the generated code has next to a variable with the entity's plural, and SQL keywords that
 * can't be the name of a table.
 */
export const TAKEN_PLURALS = (
  "added admin after audited selected describe expect given input keys limit list one order real reader references " +
  "response restore results rows seen sort summary table term test text timestamps total totals value values where word worker"
)
  .split(" ")
  .concat(TAKEN_NAMES);
