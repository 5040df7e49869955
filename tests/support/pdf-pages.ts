import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Dots, dotsOf } from './scan.ts';

export type PdfPage = {
  /** The text as it can be selected, piece by piece, with its place in points from the top left of the page. */
  texts: { text: string; left: number; top: number }[];
  /** The page as a printer of `dpi` would print it. */
  dots: Dots;
};

const POINTS_PER_INCH = 72;

/** Every page of a PDF, rasterised by pdfjs, and what the document says about itself. */
export async function pdfPages(
  bytes: Uint8Array,
  dpi = 300,
): Promise<{ pages: PdfPage[]; info: Record<string, unknown> }> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: dpi / POINTS_PER_INCH });
    const canvas: Canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await page.render({ canvas: canvas as never, viewport }).promise;
    const { items } = await page.getTextContent();
    const height = page.view[3]!;
    const texts = items.flatMap((item) =>
      'str' in item && item.str.trim()
        ? [{ text: item.str, left: item.transform[4], top: height - item.transform[5] }]
        : [],
    );
    pages.push({ texts, dots: dotsOf(canvas) });
    page.cleanup();
  }
  const { info } = await document.getMetadata();
  await task.destroy();
  return { pages, info: info as Record<string, unknown> };
}
