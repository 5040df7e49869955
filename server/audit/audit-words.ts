import { type Language, translate } from '../platform/i18n/messages.ts';

/** Kind of thing in words; of one that nobody has words for, its name made readable. */
export function kindWord(language: Language, kind: string): string {
  return known(language, `audit.kind.${kind}`) ?? readable(kind);
}

/** What was done, of an action `kind.deed`, likewise. */
export function deedWord(language: Language, action: string): string {
  const deed = action.slice(action.indexOf('.') + 1);
  return known(language, `audit.deed.${deed}`) ?? readable(deed);
}

/** A field of a thing, likewise. */
export function fieldWord(language: Language, field: string): string {
  return known(language, `audit.field.${field}`) ?? readable(field);
}

/** Fields whose values are words of the program. */
const wordedFields = new Set(['role', 'link', 'language', 'missed', 'audience']);

/** The value of a field, where it is a word of the program, as users know it. */
export function valueWord(language: Language, field: string, value: string): string {
  return (wordedFields.has(field) && known(language, `audit.value.${field}.${value}`)) || value;
}

/** How a thing is called; settings and items of the checklist as their pages call them. */
export function subjectWord(language: Language, kind: string, name: string): string {
  if (kind === 'setting') return known(language, `settings.name.${name}`) ?? name;
  return (kind === 'setup-item' && known(language, `setup.items.${name}.title`)) || name;
}

/** A text that there is: i18next gives the key of one that there is not. */
function known(language: Language, key: string): string | undefined {
  const text = translate(language, key);
  return text === key || typeof text !== 'string' ? undefined : text;
}

/** `header-image`, `minimumOrderValue` and `enabled_for_sd` as words: Header image, Minimum order value, Enabled for sd. */
function readable(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .trim();
  const text = /^[A-Z\d ]+$/.test(words) ? words : words.toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
