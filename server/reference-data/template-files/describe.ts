import type { Language } from '#shared/languages.ts';
import type {
  TemplateCheck,
  TemplateFile,
  TemplateReplaced,
  TemplateVersion as VersionAnswer,
} from '#shared/schemas/template-files.ts';
import { translate, translateKnown } from '../../platform/i18n/messages.ts';
import { chf, count, swissDate } from '../../platform/i18n/swiss.ts';
import { ageOf, isLate } from '../source-ages.ts';
import type { CountedRows, RowDifference, RowSample } from './difference.ts';
import type { Guard } from './guards.ts';
import { documentNames, sourceKeyOf, type TemplateFileKind } from './kinds.ts';
import type { Effect, TemplateVersion } from './template-version-queries.ts';

/**
 * A template file with the version that counts, in words; `builtIn` names the file that counts without one, and
 * `hasVersions` says whether any was used.
 */
export function describeFile(
  kind: TemplateFileKind,
  current: TemplateVersion | undefined,
  {
    builtIn,
    hasVersions,
    expected,
  }: { builtIn: string | null; hasVersions: boolean; expected: number | undefined },
  language: Language,
): TemplateFile {
  const age = current?.date && expected !== undefined ? ageOf(current.date, expected) : undefined;
  return {
    key: kind.key,
    stockoutSource: kind.named ? { id: kind.named.id, name: kind.stockoutSource! } : null,
    group: kind.group,
    name: nameOf(kind, language),
    info: {
      filename: current?.fileName ?? builtIn ?? '',
      description: descriptionOf(kind, language),
      validFileExtensions: [...kind.extensions],
      changesMergedProducts: kind.changesMergedProducts,
    },
    maxBytes: kind.mostBytes,
    builtIn,
    hasVersions,
    modificationDate: current?.usedAt ?? null,
    days: age?.days ?? null,
    isLate: age !== undefined && isLate(age),
    current: current ? describeVersion(kind, current, language) : null,
  };
}

export function describeVersion(
  kind: TemplateFileKind,
  { id, fileName, size, date, rows, usedAt, usedBy, reason, effect, isCurrent }: TemplateVersion,
  language: Language,
): VersionAnswer {
  return {
    id,
    fileName,
    size,
    date,
    rows: kind.content === 'rows' ? rows : null,
    usedAt,
    usedBy,
    reason,
    effect: effect && effectText(calledNow(kind, effect), language),
    isCurrent,
  };
}

/** What a checked file would be beside the one that counts, in words. */
export function describeCheck(
  kind: TemplateFileKind,
  version: TemplateVersion,
  current: TemplateVersion | undefined,
  language: Language,
): TemplateCheck {
  const { report } = version;
  const { comparison } = report;
  return {
    id: version.id,
    key: kind.key,
    name: nameOf(kind, language),
    fileName: version.fileName,
    size: version.size,
    date: version.date,
    rows: kind.content === 'rows' ? version.rows : null,
    found: report.found,
    matched: report.matched,
    problems: report.problems,
    facts: factsOf(version, language),
    checkedAt: version.checkedAt,
    checkedBy: version.checkedBy,
    isUsed: version.usedAt !== null,
    isSame: current !== undefined && version.sha256.equals(current.sha256),
    last: current ? describeVersion(kind, current, language) : null,
    difference: comparison.difference && differenceInWords(kind, comparison.difference, language),
    list: comparison.list && calledNow(kind, comparison.list),
    guards: comparison.guards.map((guard) => describeGuard(guard, language)),
  };
}

function differenceInWords(
  kind: TemplateFileKind,
  difference: RowDifference,
  language: Language,
): NonNullable<TemplateCheck['difference']> {
  const counted = ({ count, samples }: CountedRows) => ({
    count,
    samples: samples.map(({ key, name, fields }) => ({
      // A list may have a product several times, told apart by a day.
      key: kind.stockoutSource ? key.split(' ').map(swissDate).join(' ') : key,
      name,
      changes: changesInWords(fields, language),
    })),
  });
  return {
    before: difference.before,
    new: counted(difference.new),
    gone: counted(difference.gone),
    changed: counted(difference.changed),
  };
}

export function describeGuard(
  { code, params }: Guard,
  language: Language,
): { code: string; message: string } {
  return { code, message: translate(language, `templateFiles.guard.${code}`, withDays(params)) };
}

/** What was said of a named source under another name is said of it as it is called now. */
function calledNow<Told extends object>({ named, stockoutSource }: TemplateFileKind, told: Told): Told {
  return named && 'source' in told ? { ...told, source: stockoutSource } : told;
}

/** What replacing a file has become, in the words of the page. */
export function describeReplaced(
  kind: TemplateFileKind,
  version: TemplateVersion,
  language: Language,
): TemplateReplaced {
  const { report, effect, reason } = version;
  const { unused, total } = report.problems;
  const words = (key: string, params: Record<string, string | number> = {}) =>
    translate(language, `templateFiles.${key}`, params);
  const unknown = effect?.kind === 'list' ? effect.unknown : 0;
  return {
    message: [
      words('result.message', { name: nameOf(kind, language), file: version.fileName }),
      ...(effect && effect.kind !== 'file' ? [effectText(effect, language)] : []),
    ].join(' '),
    numImportedItems: kind.content === 'rows' ? version.rows : 1,
    warnings: [
      ...(unused > 0 ? [words('warning.unused', { count: unused })] : []),
      ...(total > unused ? [words('warning.doubtful', { count: total - unused })] : []),
      ...(unknown > 0 ? [words('warning.unknown', { count: unknown })] : []),
      ...['hiddenSheet', 'otherSheets', 'rowNames', 'cellsLacking'].flatMap((name) => {
        const rows = report.facts[name];
        return rows ? [factText(name, rows, language)] : [];
      }),
      ...(reason ? [words('warning.forced', { reason })] : []),
    ],
  };
}

/** What going back to the file that the portal comes with has become, in the words of the page. */
export function describeBuiltIn(
  kind: TemplateFileKind,
  fileName: string,
  language: Language,
): TemplateReplaced {
  const params = { name: nameOf(kind, language), file: fileName };
  return {
    message: translate(language, 'templateFiles.result.message', params),
    numImportedItems: 1,
    warnings: [],
  };
}

export function nameOf(kind: TemplateFileKind, language: Language): string {
  const { key, group, named, stockoutSource } = kind;
  if (named) return translate(language, 'templateFiles.source.file', { name: stockoutSource! });
  const document = group === 'documents' && documentNames.find((name) => key.startsWith(`${name}-`));
  if (!document) return translate(language, `templateFiles.file.${key}.name`);
  const of = key.slice(document.length + 1);
  return `${translate(language, `templateFiles.document.${document}`)} (${translate(language, `templateFiles.language.${of}`)})`;
}

function descriptionOf(kind: TemplateFileKind, language: Language): string {
  const { key, group } = kind;
  if (group === 'documents')
    return translate(language, 'templateFiles.document.description', { file: `${key}.pdf` });
  return translate(language, `templateFiles.file.${sourceKeyOf(kind)}.description`);
}

/** What else is worth counting in a file. */
function factsOf({ report, rows }: TemplateVersion, language: Language): string[] {
  const facts = Object.entries(report.facts)
    .filter(([, rows]) => rows > 0)
    .map(([name, rows]) => factText(name, rows, language));
  const { matched } = report;
  if (matched === null || rows === 0) return facts;
  const share = ((matched * 100) / rows).toFixed(1);
  return [translate(language, 'templateFiles.matched', { matched, rows, share }), ...facts];
}

function factText(name: string, rows: number, language: Language): string {
  const label = translate(language, `reference.facts.${name}`);
  return translate(language, 'portal.labelled', { label, value: count(rows) });
}

type Field = RowSample['fields'][number];

/** What has changed in a row, a sentence for each field, as the trade says it: names, units, and percent of a price. */
export function changesInWords(fields: readonly Field[], language: Language): string[] {
  const texts = fields.map(({ name, before, after }) => {
    const field =
      translateKnown(language, `templateFiles.field.${name}`) ??
      translateKnown(language, `merged.field.${name}`);
    // A file that was checked by an earlier version of the portal may have fields that have no words.
    if (field === undefined) return translate(language, 'templateFiles.difference.other');
    const was = valueInWords(name, before, language);
    const is = valueInWords(name, after, language);
    if (!isPrice(name)) return `${field} ${was} → ${is}`;
    // The unit once: of the first price that is stated.
    const prices = before === '' ? `${was} → CHF ${is}` : `CHF ${was} → ${is}`;
    return `${field} ${prices}${percentOf(before, after)}`;
  });
  return [...new Set(texts)];
}

function valueInWords(name: string, value: string, language: Language): string {
  const word = (key: string) => translate(language, `templateFiles.value.${key}`);
  if (value === '') return word('nothing');
  if (isPrice(name)) {
    return pricesIn(value)
      .map(({ amount, from }) => {
        if (from === '') return chf(amount);
        return translate(language, 'templateFiles.value.from', { value: chf(amount), date: swissDate(from) });
      })
      .join('; ');
  }
  if (name === 'costShare') return `${value} %`;
  if (name === 'active') return word(value === 'true' ? 'active' : 'inactive');
  const worded =
    translateKnown(language, `templateFiles.value.${name}.${value}`) ??
    (name === 'origin' || value === 'true' || value === 'false'
      ? translateKnown(language, `merged.value.${value}`)
      : undefined);
  return worded ?? swissDate(value);
}

/** Of the price that counts last; nothing where there is none before, or none after, or the same. */
function percentOf(before: string, after: string): string {
  const [was, is] = [pricesIn(before).at(-1)?.amount, pricesIn(after).at(-1)?.amount];
  if (!was || is === undefined || was === is) return '';
  const percent = ((is - was) / was) * 100;
  return `, ${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

function isPrice(name: string): boolean {
  return name === 'exFactoryPrice' || name === 'publicPrice';
}

/** Of a list of prices as `flat` in difference.ts writes it: "162.73", or "162.73 2026-01-01, 179.00 2026-12-01". */
function pricesIn(value: string): { amount: number; from: string }[] {
  return value
    .split(', ')
    .filter(Boolean)
    .map((price) => {
      const [amount, from = ''] = price.split(' ');
      return { amount: Number(amount), from };
    });
}

/** What using a file changed, in words. */
export function effectText(effect: Effect, language: Language): string {
  const name = effect.kind === 'rows' && effect.first ? 'first' : effect.kind;
  return translate(language, `templateFiles.effect.${name}`, withDays(effect));
}

/** Days among them as DD.MM.YYYY. */
function withDays(params: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : swissDate(String(value)),
    ]),
  );
}
