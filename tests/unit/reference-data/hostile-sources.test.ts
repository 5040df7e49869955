import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { threads } from '#server/platform/threads.ts';
import type { SourceKey } from '#server/reference-data/sources/rows.ts';
import { long } from '#tests/support/rounds.ts';
import { readSource } from '#tests/support/source-file.ts';
import type { SourceRequest } from '#tests/support/source-reader-worker.ts';
import { repeatedPart, workbookParts, xlsxOfRows, zip } from '#tests/support/xlsx-builder.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Files of 200 MB are written and read, on a machine that may have other work.
vi.setConfig({ testTimeout: 240_000 });

const MEGABYTES = 1024 * 1024;

/** What a reader with 160 MB of heap makes of a file; a thread out of memory fails the test. */
async function outcome(key: SourceKey, content: Uint8Array | string, milliseconds = 60_000) {
  const path = join(folder, 'content');
  writeFileSync(path, content);
  return ofFile(key, path, milliseconds);
}

const reading = threads<SourceRequest, { code?: string; params?: object }>(
  new URL('../../support/source-reader-worker.ts', import.meta.url),
  {
    most: 1,
    keepsOne: true,
    resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32 },
    tooLarge: () => new Error('The reader took more memory than its thread has.'),
  },
);

function ofFile(key: SourceKey, path: string, milliseconds = 60_000) {
  return reading.run({ key, path, milliseconds });
}

/** A file of one piece over and over. */
function repeated(start: string, piece: string, bytes: number): string {
  const path = join(folder, 'repeated');
  const file = openSync(path, 'w');
  const block = piece.repeat(Math.ceil(MEGABYTES / piece.length));
  writeSync(file, start);
  for (let written = start.length; written + block.length < bytes; written += block.length)
    writeSync(file, block);
  closeSync(file);
  return path;
}

const workbook = xlsxOfRows([
  ['GTIN', 'Pharmacode'],
  ['7680536620137', '1234567'],
]);

describe('damaged files', () => {
  test('a truncated workbook is refused as such by whoever reads it', async () => {
    for (const key of ['pharmacodes', 'swissmedic-packs', 'bag-sl-fhir', 'customers'] as const) {
      expect(await outcome(key, workbook.subarray(0, workbook.length - 30))).toMatchObject({
        code: 'source_unreadable',
        params: { reason: 'import_file_truncated' },
      });
    }
  });

  test('a flipped byte in the sheet is found by its checksum', async () => {
    const parts = [
      ...workbookParts([
        {
          rows: [
            ['GTIN', 'Pharmacode'],
            ['7680536620137', '1234567'],
          ],
        },
      ]),
    ];
    const bytes = zip(parts.map(([name, data]) => ({ name, data, store: true })));
    const at = bytes.indexOf('1234567');
    bytes[at] = 0x39;
    expect(await outcome('pharmacodes', bytes)).toMatchObject({
      code: 'source_unreadable',
      params: { reason: 'import_archive_damaged' },
    });
  });

  test('bundles that end in the middle of one are refused with its number', async () => {
    const line =
      '{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"PackagedProductDefinition"}}]}';
    expect(await outcome('bag-sl-fhir', `${line}\n${line}\n${line.slice(0, 60)}`)).toEqual({
      code: 'source_json_damaged',
      params: { file: 'file', row: 3 },
    });
    expect(await outcome('bag-sl-fhir', `${line}\n${line.replace(':{', ':{,')}\n`)).toMatchObject({
      code: 'source_json_damaged',
      params: { row: 2 },
    });
  });

  test.each([
    ['pharmacodes', '', 'source_empty'],
    ['pharmacodes', 'GTIN;Pharmacode\n', 'source_no_rows'],
    ['bag-sl-fhir', 'PK\x03\x04', 'source_unreadable'],
    ['bag-sl-fhir', '[]', 'source_wrong_kind'],
    ['bag-sl-prices', '[1,2,3]', 'source_wrong_kind'],
    ['bag-sl-prices', '{"g":"7680536620137"} x', 'source_json_damaged'],
    ['portfolio', '%PDF-1.7\n', 'source_other_kind'],
    ['customers', '\x00\x01\x02', 'source_other_kind'],
    ['stockouts-drugshortage', 'Bezeichnung;Status\n', 'source_wrong_kind'],
    ['stockouts-drugshortage', '<html><body><p>Wartung</p></body></html>', 'source_no_rows'],
    ['stockouts-own', '<html><body><p>Wartung</p></body></html>', 'source_wrong_kind'],
    ['bag-sl-fhir', zip([{ name: 'readme.txt', data: 'x' }]), 'source_no_json'],
  ] as [SourceKey, string | Buffer, string][])('%s of %j is refused: %s', async (key, content, code) => {
    expect((await outcome(key, content)).code).toBe(code);
  });
});

describe('hostile files', () => {
  test('an archive that unpacks to gigabytes is refused, as a workbook and as bundles', async () => {
    const rows = `<row>${'<c t="inlineStr"><is><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></is></c>'.repeat(100)}</row>`;
    const parts = workbookParts([{ rows: [['GTIN']] }]);
    parts.delete('xl/worksheets/sheet1.xml');
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const bomb = zip([
      ...[...parts].map(([name, data]) => ({ name, data })),
      repeatedPart(
        'xl/worksheets/sheet1.xml',
        `<worksheet xmlns="${main}"><sheetData>`,
        rows.repeat(100),
        1500,
        '</sheetData></worksheet>',
      ),
    ]);
    expect(bomb.length).toBeLessThan(15 * MEGABYTES);
    expect(await outcome('pharmacodes', bomb)).toMatchObject({ code: 'source_unpacked_too_large' });
    const bundles = zip([repeatedPart('sl.ndjson', '[', `${' '.repeat(MEGABYTES)}{},`, 1000, '{}]')]);
    expect(await outcome('bag-sl-fhir', bundles)).toMatchObject({ code: 'source_unpacked_too_large' });
  });

  test('JSON nested 100,000 deep is refused', async () => {
    for (const key of ['bag-sl-fhir', 'bag-sl-prices'] as const) {
      expect((await outcome(key, '['.repeat(100_000))).code).toBe('source_json_damaged');
      expect((await outcome(key, '{"a":'.repeat(100_000))).code).toBe('source_json_damaged');
    }
  });

  test('a bundle that never ends, and one object of 200 MB, are refused', async () => {
    const entry = '{"resource":{"resourceType":"Ingredient"}},';
    expect((await ofFile('bag-sl-fhir', repeated('{"entry":[', entry, 199 * MEGABYTES))).code).toBe(
      'source_wrong_kind',
    );
    expect((await ofFile('bag-sl-fhir', repeated('[{"a":"', 'a', 199 * MEGABYTES))).code).toBe(
      'source_json_damaged',
    );
  });

  if (long)
    test('200 MB of nothing are refused at once', async () => {
      for (const [start, piece] of [
        ['', ' '],
        ['', '\0'],
        ['{', ' '],
        ['a', ' '],
        ['"', 'a'],
      ] as const) {
        const path = repeated(start, piece, 199 * MEGABYTES);
        for (const key of ['bag-sl-fhir', 'customers'] as const) {
          expect((await ofFile(key, path)).code, JSON.stringify([start, piece, key])).toMatch(
            /^source_(other_kind|wrong_kind|json_damaged|csv_damaged|columns_missing|mistaken)$/,
          );
        }
      }
      expect((await ofFile('customers', repeated('', '\n', 199 * MEGABYTES), 2_000)).code).toMatch(
        /^source_(other_kind|no_rows|too_slow)$/,
      );
    });

  test('a file larger than its source allows is refused before it is read', async () => {
    expect(
      await ofFile('pharmacodes', repeated('GTIN;Pharmacode\n', '7680536620137;1\n', 17 * MEGABYTES)),
    ).toEqual({
      code: 'source_too_large',
      params: { file: 'file', limitMegabytes: 15 },
    });
    expect(
      (await ofFile('customers', repeated('ExternalID;FullName\n', '1;A\n', 202 * MEGABYTES))).code,
    ).toBe('source_too_large');
  });

  if (long)
    test('a quote that is never closed swallows no rows, however many follow', async () => {
      const rows = 'ExternalID;FullName\n1;A\n2;"';
      const path = repeated(rows, 'abcdefg;\n', 20 * MEGABYTES);
      expect((await ofFile('customers', path)).code).toBe('source_too_many_bad_rows');
      const { rows: read } = await readSource('customers', Buffer.from(`${rows}x\n3;C\n`));
      expect(read.map(({ name }) => name)).toEqual(['A', '"x', 'C']);
    });

  test('a million rows that cannot be used are refused within the memory of one', async () => {
    const path = repeated('ExternalID;FullName\n', ';x\n', 4 * MEGABYTES);
    expect((await ofFile('customers', path)).code).toBe('source_too_many_bad_rows');
  });

  test('whoever needs longer than allowed is stopped', async () => {
    const path = repeated('ExternalID;FullName\n', 'abcdefgh;x\n', 150 * MEGABYTES);
    expect(await ofFile('customers', path, 500)).toEqual({
      code: 'source_too_slow',
      params: { file: 'file', seconds: 1 },
    });
  });

  test.each([
    ['elements inside each other', '<div>', 14],
    ['tables inside each other', '<table><tr><td>', 14],
    ['ends of what never began', `${'<b>'.repeat(4000)}</i>`, 14],
    ['cells over all columns', '<table><tr><td colspan="1000000000">x</td></tr></table>', 14],
    ['an attribute without end', '<table a="', 1],
    ['scripts', '<script>document.write("<table>")</script>', 14],
    ['comments', '<!-- <table> ', 14],
    ['entities', '&amp;&lt;&#x10ffff;&nonsense', 14],
  ])('a page of %s is refused', async (_, piece, megabytes) => {
    const path = repeated('<!doctype html><body>', piece, megabytes * MEGABYTES);
    expect((await ofFile('stockouts-drugshortage', path)).code).toMatch(
      /^source_(page_too_large|no_rows|columns_missing)$/,
    );
  });
});
