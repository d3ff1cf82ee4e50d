/** The help text of npm run new:entity. */
export const USAGE = `npm run new:entity -- <name> <field>... [--unique <field>,<field>] [--plural <plural>] [--cached | --of user [--public | --share] [--also-manager] [--home] | --of organisation] [--dry-run]

  <name>    one lower-case word in the singular: trail
  <field>   <name>:<type>, the name in camelCase, with "!" at the end if the field is required: name:text!

  text      a line                          boolean   a checkbox
  longtext  several lines                   date      a day
  integer   a whole number                  ref       another entity, by its name: genre:ref
  decimal   a number                        easy|medium|hard   a choice of these
  image     a picture, uploaded on its own page
  file      any other file, likewise, for everyone who sees the row

  --cached  readers' pages may come from copies that everybody shares, up to five minutes old (docs/decisions/0095)
  --of user its rows belong to the users who create them, and nobody else sees them
  --of organisation its rows belong to an organisation: its members see them, and change them if their role allows it
  --public  everybody reads them, with the name of their owner, who alone can change them (with --of user)
  --share   its owner can let others see a row by a link, without an account (with --of user)
  --home    the first page after signing in shows those that the reader changed last (with --of user)
  --also-manager  administrators see everybody's rows, and change none (with --of user)
  --unique  these fields together belong to one row only (of one owner, with --of)
  --plural  the plural, if it is not the name and "s"
  --dry-run lists the files that would be written, and writes nothing

The first required text names a row, and lists are sorted by it. Example:

  npm run new:entity -- trail 'name:text!' region:text length:decimal 'difficulty:easy|medium|hard' --unique name,region
`;
