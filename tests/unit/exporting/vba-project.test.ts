import CFB from 'cfb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, obfuscated, vbaProject } from '#server/workbooks/macros/project.ts';
import { decompress } from '#tests/support/vba-reader.ts';

// The examples of MS-OVBA 3.2; of equally long repetitions the second takes the farther one, we take the nearer one.
const plain = 'abcdefghijklmnopqrstuv.';
const repeating = '#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa';
const repeatingHex =
  '012fb000236161616263646582660070616768696a013808616b6c00306d6e6f700671027004107273747576107778797a003c';

test.each([
  [plain, '0119b000616263646566676800696a6b6c6d6e6f70007172737475762e'],
  ['a'.repeat(73), '0103b002614500'],
])('%s is compressed as the specification shows', (text, hex) => {
  expect(Buffer.from(compress(Buffer.from(text))).toString('hex')).toBe(hex);
});

test('repetitions take as many bytes as in the specification’s example', () => {
  expect(Buffer.from(decompress(Buffer.from(repeatingHex, 'hex'))).toString()).toBe(repeating);
  const compressed = compress(Buffer.from(repeating));
  expect(compressed.length).toBe(repeatingHex.length / 2);
  expect(Buffer.from(decompress(compressed)).toString()).toBe(repeating);
});

test('whatever is compressed comes back, whether it shrinks or not', () => {
  const repetitive = fc
    .array(fc.constantFrom(...Buffer.from('Sub End\r\n =x')), { maxLength: 20_000 })
    .map((bytes) => Uint8Array.from(bytes));
  // What doesn't shrink is filled up to whole chunks, so that only whole ones come back as they were.
  const random = fc
    .integer({ min: 1, max: 3 })
    .chain((chunks) => fc.uint8Array({ minLength: 4096 * chunks, maxLength: 4096 * chunks }));
  fc.assert(
    fc.property(fc.oneof(repetitive, random), (bytes) => {
      expect(Buffer.from(decompress(compress(bytes))).equals(Buffer.from(bytes))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('how a project is protected reads back as its specification says', () => {
  const id = '{8F6B0E5A-63D1-4C52-9C1B-4B1E3D4C7A11}';
  for (const data of [[0, 0, 0, 0], [0], [0xff], [1, 2, 3, 250]]) {
    expect(readObfuscated(obfuscated(data, id), id)).toEqual(data);
  }
});

test('a project holds its modules with their sources, and names each in its directories', () => {
  const project = vbaProject([
    { name: 'ThisWorkbook', kind: 'workbook', source: '' },
    { name: 'Visit', kind: 'code', source: "' Für alle\nSub Go()\nEnd Sub\n" },
  ]);
  const file = CFB.read(Buffer.from(project), { type: 'buffer' });
  const stream = (path: string) => Uint8Array.from(CFB.find(file, path)!.content as Uint8Array);
  const visit = Buffer.from(decompress(stream('/VBA/Visit'))).toString('latin1');
  expect(visit).toBe('Attribute VB_Name = "Visit"\r\n\' Für alle\r\nSub Go()\r\nEnd Sub\r\n');
  expect([...stream('/VBA/_VBA_PROJECT')]).toEqual([0xcc, 0x61, 0xff, 0xff, 0, 0, 0]);
  const text = Buffer.from(stream('/PROJECT')).toString('latin1');
  expect(text).toContain('Document=ThisWorkbook/&H00000000\r\nModule=Visit\r\n');
  const directory = Buffer.from(decompress(stream('/VBA/dir')));
  expect(directory.includes(Buffer.from('Visit', 'utf16le'))).toBe(true);
});

test('a character that the project’s code page lacks is refused instead of lost', () => {
  expect(() => vbaProject([{ name: 'Visit', kind: 'code', source: "' 薬" }])).toThrow('can\'t hold "薬"');
});

/** MS-OVBA 2.4.3.3. */
function readObfuscated(hex: string, projectId: string): number[] {
  const bytes = [...Buffer.from(hex, 'hex')];
  const [seed, version, projectKey] = bytes.splice(0, 3) as [number, number, number];
  expect(seed ^ version).toBe(2);
  const key = seed ^ projectKey;
  expect(key).toBe([...projectId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 256);
  let [clear, one, two] = [key, projectKey, version];
  const plain = bytes.map((byte) => {
    const value = byte ^ ((two + clear) % 256);
    [two, one, clear] = [one, byte, value];
    return value;
  });
  const ignored = (seed & 6) / 2;
  const size = Buffer.from(plain.slice(ignored, ignored + 4)).readUInt32LE();
  const data = plain.slice(ignored + 4);
  expect(data.length).toBe(size);
  return data;
}
