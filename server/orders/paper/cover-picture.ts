import { Readable } from 'node:stream';
import { createInflate, deflateSync } from 'node:zlib';
import { type PngChunk, pngChunks, pngFile } from '../../platform/png-file.ts';

/** Larger pictures are scaled down: the printed width of a cover. */
const MOST_DOTS = 2_000_000;
/** Samples per pixel, by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
/** First pixel and step of each pass of an interlaced picture. */
const interlaced = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const whole = [[0, 0, 1, 1]] as const;

/**
 * A JPEG, or a PNG that a PDF can embed, unchanged. PNGs with alpha or interlacing would be unpacked in memory as a
 * whole: they are read line by line and scaled down. Null: it cannot be drawn.
 */
export async function coverPicture(picture: Uint8Array): Promise<Buffer | null> {
  const bytes = Buffer.from(picture);
  if (bytes[0] === 0xff) return bytes;
  const chunks = pngChunks(bytes);
  const header = chunks.find(({ name }) => name === 'IHDR')?.content;
  if (header?.length !== 13) return null;
  const isInterlaced = header[12] === 1;
  const hasAlpha =
    header[9]! > PALETTE || (header[9] === PALETTE && chunks.some(({ name }) => name === 'tRNS'));
  if (!isInterlaced && !hasAlpha) return bytes;
  try {
    return await redrawn(header, chunks, isInterlaced ? interlaced : whole);
  } catch {
    // Corrupt, or shorter than stated.
    return null;
  }
}

type Passes = readonly (readonly [x: number, y: number, across: number, down: number])[];

async function redrawn(header: Buffer, chunks: readonly PngChunk[], passes: Passes): Promise<Buffer | null> {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colour] = [header[8]!, header[9]!];
  const perDot = samples[colour];
  if (!perDot || ![1, 2, 4, 8, 16].includes(depth) || width === 0 || height === 0) return null;
  const content = (wanted: string) =>
    chunks.filter(({ name }) => name === wanted).map((each) => each.content);
  const [palette = Buffer.alloc(0)] = content('PLTE');
  const [alphas = Buffer.alloc(0)] = content('tRNS');
  const step = Math.ceil(Math.sqrt((width * height) / MOST_DOTS));
  const [across, down] = [Math.ceil(width / step), Math.ceil(height / step)];
  /** Sums of red, green, blue (weighted by alpha) and alpha of the pixels that become one. */
  const sums = new Uint32Array(across * down * 4);

  const bits = depth * perDot;
  const before = Math.ceil(bits / 8);
  const inflated = Readable.from(content('IDAT')).pipe(createInflate({ chunkSize: 65_536 }));
  const read = reader(inflated);
  for (const [x0, y0, stepX, stepY] of passes) {
    if (x0 >= width) continue;
    const dots = Math.ceil((width - x0) / stepX);
    let above: Buffer = Buffer.alloc(Math.ceil((dots * bits) / 8));
    for (let y = y0; y < height; y += stepY) {
      const line = await read(above.length + 1);
      if (!line) return null;
      const row = unfiltered(line, above, before);
      if (!row) return null;
      const at = Math.floor(y / step) * across;
      for (let dot = 0; dot < dots; dot++) add(row, dot, at + Math.floor((x0 + dot * stepX) / step));
      above = row;
    }
  }
  inflated.destroy();

  const lines = Buffer.alloc(down * (1 + across * 4));
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const from = (y * across + x) * 4;
      const to = y * (1 + across * 4) + 1 + x * 4;
      const alpha = sums[from + 3]!;
      const together = Math.min(step, width - x * step) * Math.min(step, height - y * step);
      for (let each = 0; each < 3; each++) lines[to + each] = alpha && Math.round(sums[from + each]! / alpha);
      lines[to + 3] = Math.round(alpha / together);
    }
  const size = Buffer.from(header);
  size.writeUInt32BE(across, 0);
  size.writeUInt32BE(down, 4);
  size.set([8, 6, 0, 0, 0], 8);
  return pngFile([
    ['IHDR', size],
    ['IDAT', deflateSync(lines, { level: 3 })],
  ]);

  function add(row: Buffer, dot: number, place: number): void {
    const first = sample(row, dot * perDot!);
    let [red, green, blue, alpha] = [first, first, first, 255];
    if (colour === PALETTE) {
      [red, green, blue] = [palette[first * 3]!, palette[first * 3 + 1]!, palette[first * 3 + 2]!];
      alpha = alphas[first] ?? 255;
    } else if (perDot! > 2) {
      green = sample(row, dot * perDot! + 1);
      blue = sample(row, dot * perDot! + 2);
    }
    if (colour > PALETTE) alpha = sample(row, dot * perDot! + perDot! - 1);
    sums[place * 4]! += red * alpha;
    sums[place * 4 + 1]! += green * alpha;
    sums[place * 4 + 2]! += blue * alpha;
    sums[place * 4 + 3]! += alpha;
  }

  /** A sample as eight bits; for a palette its index. */
  function sample(row: Buffer, number: number): number {
    if (depth >= 8) return row[number * (depth >> 3)]!;
    const at = number * depth;
    const most = (1 << depth) - 1;
    const value = (row[at >> 3]! >> (8 - depth - (at & 7))) & most;
    return colour === PALETTE ? value : (value * 255) / most;
  }
}

/** Returns a function that reads so many bytes; undefined at the end. */
function reader(stream: AsyncIterable<Buffer>): (bytes: number) => Promise<Buffer | undefined> {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (bytes) => {
    while (rest.length < bytes) {
      const { done, value } = await chunks.next();
      if (done) return undefined;
      rest = Buffer.concat([rest, value]);
    }
    const given = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return given;
  };
}

/** Reverses a line's filter; undefined for an unknown filter. */
function unfiltered(line: Buffer, above: Buffer, before: number): Buffer | undefined {
  const filter = line[0]!;
  if (filter > 4) return undefined;
  const row = Buffer.from(line.subarray(1));
  if (filter === 0) return row;
  for (let at = 0; at < row.length; at++) {
    const left = at < before ? 0 : row[at - before]!;
    const upper = above[at]!;
    if (filter === 1) row[at]! += left;
    else if (filter === 2) row[at]! += upper;
    else if (filter === 3) row[at]! += (left + upper) >> 1;
    else row[at]! += nearest(left, upper, at < before ? 0 : above[at - before]!);
  }
  return row;
}

function nearest(left: number, upper: number, upperLeft: number): number {
  const expected = left + upper - upperLeft;
  const [a, b, c] = [Math.abs(expected - left), Math.abs(expected - upper), Math.abs(expected - upperLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? upper : upperLeft;
}
