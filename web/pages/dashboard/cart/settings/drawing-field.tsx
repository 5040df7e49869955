import { useEffect, useEffectEvent, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { type Drawing, proportion, scaled } from './drawing.ts';

interface DrawingFieldProps {
  label: string;
  drawing: Drawing;
  onChange: (drawing: Drawing) => void;
}

/** A field to draw in, as sharp as the screen; it keeps strokes, not pixels, so that it can change its size. */
export function DrawingField({ label, drawing, onChange }: DrawingFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawnWidth = useRef(0);
  const pad = useRef<SignaturePad>(null);

  const redraw = useEffectEvent(() => {
    const element = canvas.current;
    const width = element?.clientWidth ?? 0;
    if (!element || !pad.current || width === 0) return;
    drawnWidth.current = width;
    element.width = width * devicePixelRatio;
    element.height = width * proportion * devicePixelRatio;
    element.getContext('2d')?.scale(devicePixelRatio, devicePixelRatio);
    pad.current.fromData(scaled(drawing, width));
  });
  const drawn = useEffectEvent(() => {
    onChange(scaled(pad.current?.toData() ?? [], 1 / drawnWidth.current));
  });

  useEffect(() => {
    if (!canvas.current) return;
    const created = new SignaturePad(canvas.current, { penColor: '#17262f' });
    pad.current = created;
    created.addEventListener('endStroke', () => drawn());
    const observer = new ResizeObserver(() => redraw());
    observer.observe(canvas.current);
    return () => {
      observer.disconnect();
      created.off();
    };
  }, []);
  useEffect(() => {
    if (drawing.length === 0) pad.current?.clear();
  }, [drawing]);

  return <canvas ref={canvas} className="signature-drawing__field" role="img" aria-label={label} />;
}
