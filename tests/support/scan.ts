import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Canvas, createCanvas, loadImage, Path2D } from '@napi-rs/canvas';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const resolve = createRequire(import.meta.url).resolve;

/** What a scanner would read, and where on the picture it stands, in dots from its top left. */
export type Scanned = { text: string; format: string; left: number; top: number };

/** A picture as scanners see it: RGBA, row by row. */
export type Dots = { data: Uint8ClampedArray; width: number; height: number };

let ready: Promise<unknown> | undefined;

/** Every EAN-13 on a picture (a PNG's bytes or dots), from top to bottom. Decoded by ZXing, of which the product knows nothing. */
export async function scan(picture: Uint8Array | Dots): Promise<Scanned[]> {
  ready ??= prepareScanner();
  await ready;
  const dots = picture instanceof Uint8Array ? await dotsOfPng(picture) : picture;
  const found = await readBarcodes(dots as unknown as ImageData, {
    formats: ['EAN13'],
    tryHarder: true,
    // At a third of the resolution bars are a dot wide, and what is read is a guess.
    tryDownscale: false,
    maxNumberOfSymbols: 255,
  });
  return found
    .map(({ text, format, position }) => ({
      text,
      format: String(format),
      left: position.topLeft.x,
      top: position.topLeft.y,
    }))
    .sort((a, b) => a.top - b.top || a.left - b.left);
}

/** Draws SVG paths black on white; `scale` is dots per unit of the paths. */
export function dotsOfPath(d: string, width: number, height: number, scale: number): Dots {
  const canvas = createCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = 'black';
  context.fill(new Path2D(d));
  return dotsOf(canvas);
}

export async function dotsOfPng(bytes: Uint8Array): Promise<Dots> {
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return dotsOf(canvas);
}

/** A canvas of @napi-rs/canvas, e.g. one that pdfjs has drawn a page on. */
export function dotsOf(canvas: Canvas): Dots {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return { data: new Uint8ClampedArray(data), width, height };
}

/** The decoder from the package itself: left alone it would download its program. */
async function prepareScanner(): Promise<void> {
  const wasm = await readFile(resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
