import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  type RenderTask,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import Reader from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';

/** Draws the pages of a file as they are, each when it comes into sight. */
export default function PackPreview({ file }: { file: Blob }) {
  const { t } = useTranslation('pack');
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [error, setError] = useState<unknown>(null);

  const worker = useRef<PDFWorker>(null);

  // One reader for all that are shown one after the other.
  useEffect(() => {
    const reader = new Reader();
    reader.onerror = setError;
    worker.current = PDFWorker.create({ port: reader });
    return () => {
      worker.current?.destroy();
      reader.terminate();
    };
  }, []);

  useEffect(() => {
    let isOver = false;
    let opening: PDFDocumentLoadingTask | undefined;
    setError(null);
    open().catch((failure) => {
      if (!isOver) setError(failure);
    });
    return () => {
      isOver = true;
      opening?.destroy();
    };

    async function open(): Promise<void> {
      const data = new Uint8Array(await file.arrayBuffer());
      if (isOver) return;
      opening = getDocument({ data, worker: worker.current!, useSystemFonts: false, verbosity: 0 });
      const opened = await opening.promise;
      if (!isOver) setPdf(opened);
    }
  }, [file]);

  if (error !== null) return <FailureNotice error={error} />;
  if (!pdf) return null;
  return (
    <ol className="plain-list pack-preview__pages" aria-label={t('preview')}>
      {Array.from({ length: pdf.numPages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are told apart by nothing else
        <PreviewPage key={index} pdf={pdf} number={index + 1} />
      ))}
    </ol>
  );
}

/** How far below the edge of the screen a page is drawn ahead. */
const AHEAD = '600px';

function PreviewPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const { t } = useTranslation('pack');
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const paper = canvas.current!;
    let isOver = false;
    let drawing: RenderTask | undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        // Of a file that has been replaced meanwhile nothing more is drawn.
        draw().catch(() => undefined);
      },
      { rootMargin: AHEAD },
    );
    watch.observe(paper);
    return () => {
      isOver = true;
      watch.disconnect();
      drawing?.cancel();
    };

    async function draw(): Promise<void> {
      const page = await pdf.getPage(number);
      const { width } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: (paper.clientWidth / width) * devicePixelRatio });
      if (isOver) return;
      paper.width = Math.ceil(viewport.width);
      paper.height = Math.ceil(viewport.height);
      drawing = page.render({ canvas: paper, viewport });
      await drawing.promise;
      paper.dataset.drawn = 'true';
    }
  }, [pdf, number]);

  return (
    <li>
      <canvas ref={canvas} role="img" aria-label={t('page', { page: number, pages: pdf.numPages })} />
    </li>
  );
}
