import type { Seeded } from './seeded.ts';
import { sharedStringsXml, sheetXml, workbookParts } from './xlsx-builder.ts';

/** Parts of a workbook by name. */
export type Parts = Map<string, string>;

const GTINS = ['7680546372163', '7680578990021', '7680361190393', '7680659400050'];

/** Good workbooks in different dialects, small so that most mutations hit something that matters. */
export const smallWorkbooks: Parts[] = [
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

/** A file as a bad disk or line leaves it. */
export function mutatedBytes(file: Buffer, random: Seeded): Buffer {
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

/** XML, or any other text of tags, in which some things stand elsewhere, twice or not at all. */
export function mutatedText(text: string, random: Seeded): string {
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

function asText(parts: Map<string, string | Buffer>): Parts {
  return new Map([...parts].map(([name, data]) => [name, data.toString()]));
}
