import { useTranslation } from 'react-i18next';
import { type AtcSegment, rankOf } from '#shared/atc-segments.ts';
import type { FigureQuestion } from '../../../api/explanation.ts';
import { useGo } from '../../../components/navigation/link.tsx';
import { labelled } from '../../../i18n/labelled.ts';
import { useAskWhy } from '../explain/why-button.tsx';
import { ringSlices } from './ring-slices.ts';

const radius = 120;
const hole = 74;

/** Of the total, and of its letters at most, in the ring's own units; a figure is less than 0.7 of its height wide. */
const totalSize = 19;
const widthOfFigure = 0.7;

/** Smaller segments have no room for their letter; the table beside names them. */
const smallestLabelledShare = 0.045;

interface AtcRingProps {
  segments: readonly AtcSegment[];
  total: number;
  heading: string;
  unit: string;
  format: (value: number) => string;
  to: (letter: string) => string;
  marked: number | null;
  onMark: (index: number | null) => void;
  /** What the total is asked when it is pressed. */
  question: FigureQuestion;
}

/** The segments as a ring around their total. */
export default function AtcRing({
  segments,
  total,
  heading,
  unit,
  format,
  to,
  marked,
  onMark,
  question,
}: AtcRingProps) {
  const { t } = useTranslation(['dashboard', 'why']);
  const go = useGo();
  const ask = useAskWhy();
  const slices = ringSlices(
    segments.map(({ value }) => value),
    radius,
    hole,
  );
  return (
    <svg className="donut__ring" viewBox="-122 -122 244 244" aria-hidden="true">
      {segments.map((segment, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same ways for the keyboard.
        <g
          key={segment.letter}
          className="donut__segment"
          data-rank={rankOf(segment, index)}
          data-faded={marked !== null && marked !== index}
          onPointerEnter={() => onMark(index)}
          onPointerLeave={() => onMark(null)}
          data-leads={segment.letter !== null}
          onClick={() => segment.letter && go(to(segment.letter))}
        >
          <path d={slices[index]!.path} />
          {segment.share >= smallestLabelledShare && (
            <text x={slices[index]!.centre[0]} y={slices[index]!.centre[1]}>
              {segment.letter ?? '+'}
            </text>
          )}
        </g>
      ))}
      <text className="donut__unit" y={-10}>
        {unit}
      </text>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the table has the same figure for the keyboard. */}
      <text
        className="donut__total"
        y={12}
        style={{ fontSize: sizeWithin(format(total)) }}
        onClick={() => ask?.(question, labelled(t('atc.total'), heading))}
      >
        {format(total)}
        <title>{t('why:hint')}</title>
      </text>
    </svg>
  );
}

/** Small enough for the text to stay inside the ring, with air at both sides. */
function sizeWithin(text: string): number {
  return Math.min(totalSize, (1.8 * hole) / (widthOfFigure * text.length));
}
