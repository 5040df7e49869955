import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/audit.ts';

type Named = Pick<AuditEntry, 'subject' | 'subjectKey' | 'subjectName'>;

/** Fields whose values are words of the program. */
const wordedFields = new Set(['role', 'link', 'language', 'missed', 'audience']);

/** What was changed in words; for names that nobody has words for, the names made readable. */
export function useAuditWords() {
  const { t, i18n } = useTranslation('audit');
  const word = (key: string, name: string) =>
    i18n.exists(`audit:${key}`) ? i18n.t(`audit:${key}` as 'audit:title') : readable(name);
  const textOf = (key: string, otherwise: string) =>
    i18n.exists(key) ? i18n.t(key as 'templateFiles:title') : otherwise;
  /** A document's key ends with its language. */
  const templateFile = (key: string) => {
    const [, document, language] = /^(.+)-(\w\w)$/.exec(key) ?? [];
    const name = textOf(`templateFiles:document.${document}`, '');
    const number = /^stockouts-wholesaler-(\d+)$/.exec(key)?.[1];
    if (number) return `${textOf('templateFiles:file.stockouts-wholesaler.name', key)} ${number}`;
    if (name === '') return textOf(`templateFiles:file.${key}.name`, key);
    return `${name} (${textOf(`templateFiles:language.${language}`, language ?? '')})`;
  };
  const kind = (name: string) => word(`kind.${name}`, name);
  const deed = (name: string) => word(`deed.${name}`, name);
  return {
    kind,
    field: (name: string) => word(`field.${name}`, name),
    /** The value of a field, where it is a word of the program, as users know it. */
    value: (field: string, value: string) =>
      wordedFields.has(field) ? textOf(`audit:value.${field}.${value}`, value) : value,
    /** How a thing is called: of a template file which one it is, too. */
    subject({ subject, subjectKey, subjectName }: Named): string {
      const name = subjectName || subjectKey;
      if (subject === 'setting') return textOf(`settings:name.${subjectKey}`, name);
      if (subject === 'setup-item') return textOf(`setup:items.${subjectKey}.title`, name);
      if (subject !== 'template-file') return name;
      return `${templateFile(subjectKey)}, ${name}`;
    },
    /** Of an action `kind.deed`. */
    action(subject: string, action: string) {
      return t('described', { kind: kind(subject), deed: deed(action.slice(action.indexOf('.') + 1)) });
    },
  };
}

/** `header-image` and `minimumOrderValue` as Header image and Minimum order value; NAMES_LIKE_THIS stay. */
function readable(name: string): string {
  if (/^[A-Z\d_]+$/.test(name)) return name;
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[-_.]+/g, ' ');
  const text = words.trim().toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
