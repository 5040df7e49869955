import { deflateSync } from 'node:zlib';
import { pngFile } from '../../platform/png-file.ts';
import { ean13Bars, MODULES } from './ean13.ts';

/** Whole dots per module at 300 dpi, so that no bar is blurred: 0.339 mm, near the nominal 0.33. */
const DOTS_PER_MODULE = 4;
const DOTS_PER_INCH = 300;
const DOTS_PER_METRE = 11_811;
/** 22.86 mm; nominal is 22.85. */
const HEIGHT_DOTS = 270;
const WIDTH_DOTS = MODULES * DOTS_PER_MODULE;

/** English Metric Units, the unit of spreadsheets: 914,400 per inch. */
const EMU_PER_DOT = 914_400 / DOTS_PER_INCH;

/** Size in EMU at which printed modules are 0.339 mm wide. */
export const PICTURE_EMU = { width: WIDTH_DOTS * EMU_PER_DOT, height: HEIGHT_DOTS * EMU_PER_DOT };

/** An EAN-13 as PNG of one bit per dot, 300 dpi, quiet zones included. Null where the text is no valid GTIN. */
export function ean13Picture(gtin: string | null | undefined): Uint8Array | null {
  const bars = ean13Bars(gtin);
  if (!bars) return null;
  const bytesPerLine = Math.ceil(WIDTH_DOTS / 8);
  const line = new Uint8Array(1 + bytesPerLine).fill(0xff);
  line[0] = 0;
  for (const { at, width } of bars) {
    for (let dot = at * DOTS_PER_MODULE; dot < (at + width) * DOTS_PER_MODULE; dot++) {
      line[1 + (dot >> 3)]! &= ~(0x80 >> (dot & 7));
    }
  }
  const lines = Buffer.alloc(HEIGHT_DOTS * line.length);
  for (let at = 0; at < lines.length; at += line.length) lines.set(line, at);
  return pngFile([
    ['IHDR', header()],
    ['pHYs', resolution()],
    ['IDAT', deflateSync(lines)],
  ]);
}

/** One bit of grey per dot, no interlacing. */
function header(): Uint8Array {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(WIDTH_DOTS, 0);
  bytes.writeUInt32BE(HEIGHT_DOTS, 4);
  bytes[8] = 1;
  return bytes;
}

function resolution(): Uint8Array {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt32BE(DOTS_PER_METRE, 0);
  bytes.writeUInt32BE(DOTS_PER_METRE, 4);
  bytes[8] = 1;
  return bytes;
}
