import { deflateSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { coverPicture } from '#server/orders/paper/cover-picture.ts';
import { pngFile } from '#server/platform/png-file.ts';

type Chunks = [string, Buffer][];

/** A PNG of lines that each begin with the number of their filter. */
function picture(
  [width, height]: [number, number],
  { depth, colour, interlaced = false }: { depth: number; colour: number; interlaced?: boolean },
  lines: readonly (readonly number[])[],
  before: Chunks = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, Number(interlaced)], 8);
  return pngFile([['IHDR', header], ...before, ['IDAT', deflateSync(Buffer.from(lines.flat()))]]);
}

/** Its dots, as a browser's reader has them. */
async function dotsOf(png: Uint8Array | null) {
  const image = await loadImage(Buffer.from(png!));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, height: image.height, data: [...data] };
}

const line = (...numbers: number[]) => numbers;
/** Rows of a picture of 5 × 4 dots of three bytes, in the order of the seven passes of PNG. */
const dot = (x: number, y: number) => [x * 50, y * 60, x * y * 10];
const adam7 = [
  [[0, 0]],
  [[4, 0]],
  // No third pass: it begins with the fifth line.
  [[2, 0]],
  [
    [0, 2],
    [2, 2],
    [4, 2],
  ],
  [
    [1, 0],
    [3, 0],
  ],
  [
    [1, 2],
    [3, 2],
  ],
  [0, 1, 2, 3, 4].map((x) => [x, 1]),
  [0, 1, 2, 3, 4].map((x) => [x, 3]),
] as [number, number][][];

test.each([
  [
    'colour with transparency, of all five filters',
    picture([3, 5], { depth: 8, colour: 6 }, [
      line(0, 10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 0),
      line(1, 10, 20, 30, 255, 200, 1, 2, 0, 3, 4, 5, 0),
      line(2, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 1),
      line(3, 9, 8, 7, 128, 6, 5, 4, 0, 3, 2, 1, 100),
      line(4, 1, 250, 3, 0, 4, 251, 6, 0, 7, 8, 252, 0),
    ]),
  ],
  [
    'grey with transparency of sixteen bits',
    picture([2, 1], { depth: 16, colour: 4 }, [line(0, 200, 7, 255, 255, 100, 3, 255, 255)]),
  ],
  [
    'a palette of two bits, whose later colours are opaque',
    picture(
      [5, 2],
      { depth: 2, colour: 3 },
      [line(0, 0b00011011, 0b11_000000), line(0, 0, 0)],
      [
        ['PLTE', Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9])],
        ['tRNS', Buffer.from([0])],
      ],
    ),
  ],
  [
    'interlaced colour',
    picture(
      [5, 4],
      { depth: 8, colour: 2, interlaced: true },
      adam7.map((dots) => [0, ...dots.flatMap(([x, y]) => dot(x, y))]),
    ),
  ],
])('%s keeps each dot', async (_name, png) => {
  const drawn = await coverPicture(png);
  expect(drawn).not.toEqual(png);
  expect(await dotsOf(drawn)).toEqual(await dotsOf(png));
});

test('of more dots than paper shows several become one: their mean, transparent ones without colour', async () => {
  // 3000 × 1000 are 3 million, so that 2 × 2 become one: columns of red and nothing beside each other, then blue.
  const row = [0];
  for (let x = 0; x < 3000; x++)
    row.push(...(x >= 1500 ? [0, 0, 255, 255] : x % 2 ? [0, 9, 9, 0] : [255, 0, 0, 255]));
  const png = picture([3000, 1000], { depth: 8, colour: 6 }, Array(1000).fill(row));
  const { width, height, data } = await dotsOf(await coverPicture(png));
  expect([width, height]).toEqual([1500, 500]);
  expect(data.slice(0, 4)).toEqual([255, 0, 0, 128]);
  expect(data.slice(-4)).toEqual([0, 0, 255, 255]);
});

test('what is damaged or says less than it unpacks to is not drawn, and not unpacked', async () => {
  const alpha = { depth: 8, colour: 6 };
  expect(await coverPicture(picture([2, 1], alpha, [line(9, 0, 0, 0, 0, 0, 0, 0, 0)]))).toBeNull();
  expect(await coverPicture(picture([2, 2], alpha, [line(0, 0, 0, 0, 0, 0, 0, 0, 0)]))).toBeNull();
  const damaged = picture([2, 1], alpha, []).fill(7, 41, 45);
  expect(await coverPicture(damaged)).toBeNull();
  expect(await coverPicture(Buffer.from('no picture'))).toBeNull();
  const bomb = picture([1, 1], alpha, [line(0, 1, 2, 3, 255)]);
  const packed = deflateSync(Buffer.alloc(200_000_000));
  const large = pngFile([
    ['IHDR', bomb.subarray(16, 29)],
    ['IDAT', packed],
  ]);
  expect((await dotsOf(await coverPicture(large))).width).toBe(1);
});

test('a photo and what a PDF holds as it is stay as they are', async () => {
  const photo = createCanvas(8, 4).toBuffer('image/jpeg');
  const opaque = picture([1, 1], { depth: 8, colour: 2 }, [line(0, 1, 2, 3)]);
  for (const png of [photo, opaque]) expect(await coverPicture(png)).toEqual(Buffer.from(png));
});
