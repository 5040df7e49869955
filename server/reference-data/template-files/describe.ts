import type {
  TemplateCheck,
  TemplateFile,
  TemplateReplaced,
  TemplateVersion as VersionAnswer,
} from '#shared/schemas/template-files.ts';
import { type Language, translate } from '../../platform/i18n/messages.ts';
import { count } from '../../platform/i18n/swiss.ts';
import { ageOf, isLate } from '../source-ages.ts';
import { changesInWords } from './changes-in-words.ts';
import type { CountedRows, RowDifference } from './difference.ts';
import { effectText, withDays } from './effect-text.ts';
import type { Guard } from './guards.ts';
import { documentNames, sourceKeyOf, type TemplateFileKind } from './kinds.ts';
import type { TemplateVersion } from './template-version-queries.ts';

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
    difference: comparison.difference && differenceInWords(comparison.difference, language),
    list: comparison.list && calledNow(kind, comparison.list),
    guards: comparison.guards.map((guard) => describeGuard(guard, language)),
  };
}

function differenceInWords(
  difference: RowDifference,
  language: Language,
): NonNullable<TemplateCheck['difference']> {
  const counted = ({ count, samples }: CountedRows) => ({
    count,
    samples: samples.map(({ key, name, fields }) => ({
      key,
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
  const unknown = report.comparison.list?.unknown ?? 0;
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
    .map(([name, rows]) => `${translate(language, `reference.facts.${name}`)}: ${count(rows)}`);
  const { matched } = report;
  if (matched === null || rows === 0) return facts;
  const share = ((matched * 100) / rows).toFixed(1);
  return [translate(language, 'templateFiles.matched', { matched, rows, share }), ...facts];
}
