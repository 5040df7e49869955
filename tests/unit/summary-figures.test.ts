import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { summaryFigures } from '#analytics/views/summary.ts';
import { comparedBlocks, workbookFigures } from '#shared/summary-figures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const inBlocks = comparedBlocks.flatMap(({ figures }) => figures.map(([name, format]) => ({ name, format })));

test('every figure of the summary stands on the overview, in the pack or in the workbook', () => {
  const listed = new Set<string>([...inBlocks.map(({ name }) => name), ...workbookFigures]);
  const elsewhere = ['web/pages/dashboard/summary', 'server/orders/pack']
    .flatMap((folder) => readdirSync(`${root}${folder}`).map((file) => `${root}${folder}/${file}`))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const nowhere = Object.keys(summaryFigures).filter(
    (name) => !listed.has(name) && !new RegExp(`\\b${name}\\b`).test(elsewhere),
  );
  expect(nowhere).toEqual([]);
});

test('figures are written by their unit: CHF with centimes, shares in percent, the rest as counts', () => {
  const formats = { CHF: 'chf', percent: 'percent' } as Record<string, string>;
  for (const { name, format } of inBlocks)
    expect(format, name).toBe(formats[summaryFigures[name].unit] ?? 'count');
});

test('blocks have labels, what the workbook shows has labels that stand alone', () => {
  const texts = JSON.parse(readFileSync(`${root}translations/en/figures.json`, 'utf8'));
  const named = (key: string) => Object.keys(texts).filter((name) => texts[name][key]);
  expect(named('label')).toEqual(expect.arrayContaining(inBlocks.map(({ name }) => name)));
  expect(named('alone').toSorted()).toEqual(
    [...inBlocks.map(({ name }) => name), ...workbookFigures].toSorted(),
  );
});
