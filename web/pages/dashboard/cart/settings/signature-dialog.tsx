import { Button, Checkbox, FormGroup, InputGroup, Tab, Tabs } from '@blueprintjs/core';
import { Eraser } from '@blueprintjs/icons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { PortalDialog } from '../../../../components/dialogs/portal-dialog.tsx';
import { useDraft } from '../../../../components/forms/use-draft.ts';
import type { HeaderFields } from '../edits/edit.ts';

interface Signing {
  way: 'draw' | 'type';
  name: string;
  drawing: Drawing;
}

interface SignatureDialogProps {
  cartKey: string;
  name: string;
  onSign: (fields: Pick<HeaderFields, 'signature' | 'signatureName'>) => void;
  onClose: () => void;
}

/** Signs the cart as it is: drawn with pen, finger or mouse, or with a name that is typed and confirmed. */
export default function SignatureDialog({ cartKey, onSign, onClose, ...props }: SignatureDialogProps) {
  const { t } = useTranslation(['cart', 'portal']);
  // Kept until it is taken over: closing the dialog loses nothing.
  const draft = useDraft<Signing>(`signature:${cartKey}`, { way: 'draw', name: props.name, drawing: [] });
  const { way, name, drawing } = draft.form;
  const [isConfirmed, setConfirmed] = useState(false);
  const isComplete = name.trim() !== '' && (way === 'draw' ? drawing.length > 0 : isConfirmed);

  function sign() {
    draft.forget();
    onSign({ signatureName: name.trim(), signature: way === 'draw' ? imageOf(drawing) : 'typed' });
  }
  return (
    <PortalDialog
      title={t('cart:signature.title')}
      onClose={onClose}
      isKept={draft.isKept}
      actions={
        <>
          <Button text={t('portal:action.cancel')} onClick={onClose} />
          <Button intent="primary" disabled={!isComplete} text={t('cart:signature.take')} onClick={sign} />
        </>
      }
    >
      <p>{t('cart:signature.text')}</p>
      <FormGroup label={t('cart:signature.name')} labelFor="signature-name">
        <InputGroup
          id="signature-name"
          autoComplete="name"
          maxLength={200}
          value={name}
          onValueChange={(typed) => draft.change({ name: typed })}
        />
      </FormGroup>
      <Tabs
        id="signature-way"
        selectedTabId={way}
        onChange={(next) => draft.change({ way: next as 'draw' | 'type' })}
        renderActiveTabPanelOnly
      >
        <Tab
          id="draw"
          title={t('cart:signature.draw')}
          panel={
            <div className="signature-drawing">
              <DrawingField
                label={t('cart:signature.field')}
                drawing={drawing}
                onChange={(drawn) => draft.change({ drawing: drawn })}
              />
              <Button
                variant="minimal"
                icon={<Eraser />}
                text={t('cart:signature.clear')}
                disabled={drawing.length === 0}
                onClick={() => draft.change({ drawing: [] })}
              />
            </div>
          }
        />
        <Tab
          id="type"
          title={t('cart:signature.type')}
          panel={
            <Checkbox
              checked={isConfirmed}
              label={t('cart:signature.confirm')}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            />
          }
        />
      </Tabs>
    </PortalDialog>
  );
}

interface DrawingFieldProps {
  label: string;
  drawing: Drawing;
  onChange: (drawing: Drawing) => void;
}

/** A field to draw in, as sharp as the screen; it keeps strokes, not pixels, so that it can change its size. */
function DrawingField({ label, drawing, onChange }: DrawingFieldProps) {
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

/** Strokes, in parts of the field's width: they are drawn anew for any size. */
type Drawing = readonly PointGroup[];

/** Height of the field in parts of its width. */
const proportion = 1 / 3;

/** Pixels of the picture; smaller where it would be more than the API takes. */
const widths = [720, 540, 360];
const mostLength = 87_000;

/** Strokes in other units: `factor` times as large. */
function scaled(strokes: readonly PointGroup[], factor: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    dotSize: stroke.dotSize * factor,
    points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }));
}

/** The drawing as the data URL of a PNG. */
function imageOf(drawing: Drawing): string {
  const images = widths.map((width) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height: width * proportion });
    const pad = new SignaturePad(canvas);
    pad.fromData(scaled(drawing, width));
    pad.off();
    return canvas.toDataURL('image/png');
  });
  return images.find(({ length }) => length <= mostLength) ?? images.at(-1)!;
}
