import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importLines } from '#server/statistics/lines/import-lines.ts';
import { ImportError } from '#server/workbooks/reading/import-error.ts';
import type { ReadReport } from '#shared/schemas/import-report.ts';
import { type Line, parseCsv } from '#tests/support/read-lines.ts';
import { type ReferenceRow, readReference } from '#tests/support/reference-reader.ts';
import { rounds } from '#tests/support/rounds.ts';
import { type Seeded, seeded } from '#tests/support/seeded.ts';
import { sharedStringsXml, sheetXml, workbookParts, zip } from '#tests/support/xlsx-builder.ts';

const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? rounds({ short: 2000, long: 10_000 }));
const SEED = Number(process.env.FUZZ_SEED ?? 20260101);
const SLOWEST_MILLISECONDS = 5_000;
const MOST_MILLISECONDS = 60_000 + 20 * ROUNDS;

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Parts = Map<string, string>;
type Reading = { report: ReadReport; lines: Line[] };
type Outcome = Reading | { code: string };

const GTINS = ['7680546372163', '7680578990021', '7680361190393', '7680659400050'];

/** Good workbooks in different dialects, small so that most mutations hit something that matters. */
const GOOD: Parts[] = [
  asText(
    workbookParts(
      [
        {
          name: 'Daten',
          xml: sheetXml(
            `<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>${GTINS.map(
              (gtin, i) =>
                `<row r="${i + 2}"${i === 2 ? ' hidden="1"' : ''}><c r="A${i + 2}" s="3"><v>${gtin}</v></c><c r="B${i + 2}"><f>1+${i}</f><v>${i + 1}</v></c><c r="C${i + 2}" t="s"><v>${i + 3}</v></c></row>`,
            ).join('')}<row r="9"><c r="A9" t="s"><v>7</v></c><c r="B9"><v>10</v></c></row>`,
            '<mergeCells count="1"><mergeCell ref="A9:B9"/></mergeCells>',
          ),
        },
        { name: 'Legende', rows: [['GTIN', '13 Stellen']] },
      ],
      sharedStringsXml(
        ['GTIN', 'Menge', 'Artikel', 'Accu&amp;paque', 'Atriance', 'Be_x0041_tä', 'Zürich', 'Total']
          .map((text) => `<si><t>${text}</t></si>`)
          .concat(
            '<si><r><t>a</t></r><r><t xml:space="preserve"> b</t></r><rPh sb="0" eb="1"><t>c</t></rPh></si>',
          ),
      ),
    ),
  ),
  asText(
    workbookParts([
      {
        name: 'Feuil1',
        xml: sheetXml(
          `<row><c t="inlineStr"><is><t>Statistique</t></is></c></row><row/><row><c t="str"><v>Code EAN</v></c><c t="inlineStr"><is><r><t>Quan</t></r><r><t>tité</t></r></is></c><c t="str"><v>Code pharma</v></c></row>${GTINS.map(
            (gtin, i) =>
              `<row><c t="inlineStr"><is><t>${gtin.slice(0, 4)} ${gtin.slice(4)}</t></is></c><c><v>${i - 1}</v></c><c><v>${60769 + i}</v></c></row>`,
          ).join('')}`,
        ),
      },
    ]),
  ),
];

const FRAGMENTS = [
  '<c>',
  '</c>',
  '<row>',
  '</row>',
  '<v>',
  '</v>',
  '<v/>',
  '<is><t>',
  '</t></is>',
  '<r>',
  '<si>',
  '</si>',
  '<x/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x ?>',
  '&amp;',
  '&lt;',
  '&#65;',
  '&#x1F48A;',
  '&',
  ';',
  '<',
  '>',
  '"',
  "'",
  '/',
  ' ',
  '\n',
  '=',
  '_x0041_',
  '_x005F_',
  ' r="A2"',
  ' r="3"',
  ' r="XFD5"',
  ' t="s"',
  ' t="str"',
  ' t="inlineStr"',
  ' t="b"',
  ' t="e"',
  ' hidden="1"',
  ' s="1"',
  'x:',
  '0',
  '1',
  '9',
  '-',
  '.',
  'E5',
  '\u00a0',
  'ä',
  '€',
  '💊',
  '\u0001',
  '\u0000',
  '<sheetData>',
  '</sheetData>',
  '<!DOCTYPE a>',
  '7680546372163',
  'Menge',
  'GTIN',
  'Total',
];

test(
  `${ROUNDS / 2} mutations of the archive's bytes give the same rows or an error`,
  async () => {
    const random = seeded(SEED);
    const files = [];
    for (const parts of GOOD) {
      for (const how of [{}, { store: true }, { descriptor: true }, { zip64: true }]) {
        const file = zip([...parts].map(([name, data]) => ({ name, data, ...how })));
        files.push({ file, expected: await outcome(file) });
      }
    }
    let same = 0;
    for (let round = 0; round < ROUNDS / 2; round++) {
      const { file, expected } = random.pick(files);
      const actual = await outcome(mutatedBytes(file, random));
      if ('code' in actual) continue;
      expect(actual, `round ${round} of seed ${SEED}`).toEqual(expected);
      same++;
    }
    expect(same).toBeGreaterThan(0);
  },
  MOST_MILLISECONDS,
);

test(
  `${ROUNDS / 2} mutations of the XML give what an independent reader sees, or an error`,
  async () => {
    const random = seeded(SEED + 1);
    let read = 0;
    for (let round = 0; round < ROUNDS / 2; round++) {
      const parts = new Map(random.pick(GOOD));
      const name = random.pick([
        ...parts.keys(),
        ...sheetNames(parts),
        ...sheetNames(parts),
        ...sheetNames(parts),
      ]);
      parts.set(name, mutatedText(parts.get(name)!, random));
      const actual = await outcome(zip([...parts].map(([part, data]) => ({ name: part, data }))));
      if ('code' in actual) continue;
      read++;
      const place = `round ${round} of seed ${SEED}: ${name} ${parts.get(name)}`;
      const complaints = complaintsOf(actual, parts);
      expect(
        complaints.some((list) => list.length === 0),
        `${complaints.join('\n')}\n${place}`,
      ).toBe(true);
    }
    expect(read).toBeGreaterThan(ROUNDS / 20);
  },
  MOST_MILLISECONDS,
);

/** For every sheet of the name that was read, what an independent reader finds otherwise. */
function complaintsOf(actual: Reading, parts: Parts): string[][] {
  try {
    const sheets = readReference(parts).filter((sheet) => sheet.name === actual.report.sheet);
    return sheets.map((sheet) => differences(actual, sheet.rows));
  } catch (error) {
    return [[String(error)]];
  }
}

async function outcome(file: Buffer): Promise<Outcome> {
  const path = join(folder, 'lines.csv');
  const started = performance.now();
  try {
    const report = await importLines(file, path);
    return { report, lines: parseCsv(readFileSync(path, 'utf8')) };
  } catch (error) {
    if (error instanceof ImportError) return { code: error.code };
    throw error;
  } finally {
    expect(performance.now() - started).toBeLessThan(SLOWEST_MILLISECONDS);
  }
}

/** What the report and lines say that the reference rows do not, and the other way round. */
function differences(
  { report, lines }: { report: ReadReport; lines: Line[] },
  rows: ReferenceRow[],
): string[] {
  const found: string[] = [];
  const below = rows.filter(
    (row) => row.number > report.headingRow && [...row.cells.values()].some(isFilled),
  );
  const numbers = (list: number[]) => list.toSorted((a, b) => a - b).join();
  const accounted = [
    ...lines.map((line) => Number(line.row_number)),
    ...report.skipped.rows.map((r) => r.row),
    ...report.totalRows.map((r) => r.row),
  ];
  if (numbers(accounted) !== numbers(below.map((row) => row.number))) {
    found.push(`rows ${numbers(accounted)} instead of ${numbers(below.map((row) => row.number))}`);
  }
  const hidden = below.filter((row) => row.hidden).map((row) => row.number);
  if (numbers(report.hiddenRows.rows) !== numbers(hidden)) found.push(`hidden ${report.hiddenRows.rows}`);
  const columnOf = new Map(report.columns.map((c) => [c.field, lettersToIndex(c.column)]));
  const heading = rows.find((row) => row.number === report.headingRow);
  for (const { column, heading: words } of report.columns) {
    const text = heading?.cells.get(lettersToIndex(column)) ?? '';
    if (!words.endsWith(text.replace(/\s+/g, ' ').trim())) found.push(`heading ${column} ${words}`);
  }
  for (const line of lines) {
    const row = below.find((r) => r.number === Number(line.row_number));
    for (const field of ['gtin', 'pharmacode', 'quantity', 'description'] as const) {
      const column = columnOf.get(field);
      const expected = column === undefined ? '' : (row?.cells.get(column) ?? '');
      if (line[`${field}_read`] !== withoutControls(expected))
        found.push(`${field} of row ${line.row_number}`);
    }
    if (/^-?\d+$/.test(line.quantity_read!) && Number(line.quantity) !== Number(line.quantity_read)) {
      found.push(`quantity of row ${line.row_number}`);
    }
  }
  return found;
}

function mutatedBytes(file: Buffer, random: Seeded): Buffer {
  let bytes = Buffer.from(file);
  for (let n = 1 + random.below(3); n > 0 && bytes.length > 0; n--) {
    const at = random.below(bytes.length);
    const length = 1 + random.below(20);
    switch (random.below(6)) {
      case 0:
        bytes[at] = random.below(256);
        break;
      case 1:
        bytes[at]! ^= 1 << random.below(8);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)]);
        break;
      case 4:
        if (at + 2 <= bytes.length) bytes.writeUInt16LE(random.pick([0, 1, 0xff, 0xffff]), at);
        break;
      default:
        if (random.below(4) === 0) bytes = bytes.subarray(0, at);
    }
  }
  return bytes;
}

function mutatedText(text: string, random: Seeded): string {
  let result = text;
  for (let n = 1 + random.below(3); n > 0; n--) {
    const at = random.below(result.length + 1);
    const tag = tagBehind(result, at);
    const [before, after] = [result.slice(0, at), result.slice(at)];
    switch (random.below(8)) {
      case 0:
        result = before + random.pick(FRAGMENTS) + after;
        break;
      case 1:
        result = before + after.slice(1 + random.below(5));
        break;
      case 2:
        if (tag) result = result.slice(0, tag.index) + result.slice(tag.index + tag[0].length);
        break;
      case 3:
        if (tag) result = result.slice(0, tag.index) + tag[0] + result.slice(tag.index);
        break;
      case 4:
        if (tag)
          result =
            result.slice(0, tag.index) + random.pick(FRAGMENTS) + result.slice(tag.index + tag[0].length);
        break;
      case 5:
        result = before + after.replace(/\d/, String(random.below(10)));
        break;
      case 6: {
        const end = at + random.below(200);
        result = before + result.slice(at, end) + after;
        break;
      }
      default: {
        const other = random.below(result.length + 1);
        result = before + result.slice(other, other + 1 + random.below(40)) + after;
      }
    }
  }
  return result;
}

function tagBehind(text: string, at: number): { index: number; 0: string } | undefined {
  const index = text.indexOf('<', at);
  const end = text.indexOf('>', index);
  return index < 0 || end < 0 ? undefined : { index, 0: text.slice(index, end + 1) };
}

function sheetNames(parts: Parts): string[] {
  return [...parts.keys()].filter((name) => /sheet1|sharedStrings/.test(name));
}

function asText(parts: Map<string, string | Buffer>): Parts {
  return new Map([...parts].map(([name, data]) => [name, data.toString()]));
}

function isFilled(text: string): boolean {
  return withoutControls(text).replace(/[ \u00a0]/g, '') !== '';
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters become spaces in the lines file
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ');
}

function lettersToIndex(letters: string): number {
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
