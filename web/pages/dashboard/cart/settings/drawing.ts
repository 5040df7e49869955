import SignaturePad, { type PointGroup } from 'signature_pad';

/** Strokes, in parts of the field's width: they are drawn anew for any size. */
export type Drawing = readonly PointGroup[];

/** Height of the field in parts of its width. */
export const proportion = 1 / 3;
/** Pixels of the picture; smaller where it would be more than the API takes. */
const widths = [720, 540, 360];
const mostLength = 87_000;

/** Strokes in other units: `factor` times as large. */
export function scaled(strokes: readonly PointGroup[], factor: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    dotSize: stroke.dotSize * factor,
    points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }));
}

/** The drawing as the data URL of a PNG. */
export function imageOf(drawing: Drawing): string {
  const images = widths.map((width) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height: width * proportion });
    const pad = new SignaturePad(canvas);
    pad.fromData(scaled(drawing, width));
    pad.off();
    return canvas.toDataURL('image/png');
  });
  return images.find(({ length }) => length <= mostLength) ?? images.at(-1)!;
}
