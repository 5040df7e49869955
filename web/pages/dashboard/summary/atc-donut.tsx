import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyPart } from '../../../components/loading/lazy-part.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { formatPercent } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import type { AtcQuestions } from '../atc/atc-questions.ts';
import type { DerivedFigure } from '../explain/why-button.tsx';
import { WhyButton } from '../explain/why-button.tsx';
import './atc-donut.css';
import { type AtcSegment, type AtcValue, atcSegments, rankOf } from '#shared/atc-segments.ts';
import { useAtcName } from './use-atc-name.ts';

/** What draws it comes after the figures. */
const AtcRing = lazyComponent(() => import('./atc-ring.tsx'));

interface AtcDonutProps {
  rows: readonly AtcValue[];
  /** Of all groups, from the server. */
  total: number;
  /** What is shown, e.g. turnover. */
  heading: string;
  /** Stands above the total. */
  unit: string;
  format: (value: number) => string;
  /** Address of what is behind a group. */
  to: (letter: string) => string;
  /** Leaves the figures to a table beside it. */
  compact?: boolean;
  /** What the figures are asked when they are pressed. */
  questions: AtcQuestions;
}

/** A ring and the table that says the same: hovering one marks the other, and both lead to what is behind a group. */
export function AtcDonut({
  rows,
  total,
  unit,
  format,
  to,
  heading,
  compact = false,
  questions,
}: AtcDonutProps) {
  const { t } = useTranslation('dashboard');
  const room = <div className="donut__ring" />;
  const [marked, setMarked] = useState<number | null>(null);
  const segments = atcSegments(rows, total);
  if (segments.length === 0) return <p className="nothing">{t('noInformation')}</p>;
  return (
    <div className="donut" data-compact={compact}>
      <LazyPart placeholder={room}>
        <AtcRing
          {...{ segments, total, heading, unit, format, to, marked }}
          onMark={setMarked}
          question={questions.total}
        />
      </LazyPart>
      <SegmentTable
        {...{ segments, total, heading, format, to, compact, marked, questions }}
        restLetters={restLetters(rows, segments)}
        onMark={setMarked}
      />
    </div>
  );
}

interface SegmentTableProps
  extends Pick<AtcDonutProps, 'total' | 'heading' | 'format' | 'to' | 'compact' | 'questions'> {
  /** Groups that have no segment of their own. */
  restLetters: readonly string[];
  segments: AtcSegment[];
  marked: number | null;
  onMark: (index: number | null) => void;
}

function SegmentTable({
  segments,
  total,
  heading,
  format,
  to,
  compact,
  marked,
  questions,
  restLetters,
  onMark,
}: SegmentTableProps) {
  const { t } = useTranslation(['dashboard', 'why']);
  const atcName = useAtcName();
  const nameOf = ({ letter }: AtcSegment) => (letter === null ? t('atc.others') : atcName(letter));
  const questionOf = ({ letter }: AtcSegment) =>
    letter === null ? questions.groups(restLetters) : questions.group(letter);
  const totalLabel = labelled(t('atc.total'), heading);
  function shareOf(segment: AtcSegment): DerivedFigure {
    const parts = [
      { label: labelled(nameOf(segment), heading), question: questionOf(segment) },
      { label: totalLabel, question: questions.total },
    ];
    return { value: formatShareOf(segment), formula: t('why:derived.share'), parts };
  }
  return (
    <table className="figure-table donut__table" aria-label={t('atc.title')}>
      <thead>
        <tr>
          <th scope="col">{t('atc.group')}</th>
          <th scope="col">{t('atc.share')}</th>
          {!compact && <th scope="col">{heading}</th>}
        </tr>
      </thead>
      <tbody>
        {segments.map((segment, index) => (
          <tr
            key={segment.letter}
            data-marked={marked === index}
            onPointerEnter={() => onMark(index)}
            onPointerLeave={() => onMark(null)}
          >
            <th scope="row">
              <span className="donut__group">
                <span className="donut__swatch" data-rank={rankOf(segment, index)} aria-hidden="true">
                  {segment.letter ?? '+'}
                </span>
                {segment.letter === null ? (
                  nameOf(segment)
                ) : (
                  <Link to={to(segment.letter)}>{nameOf(segment)}</Link>
                )}
              </span>
            </th>
            <td>
              <WhyButton question={shareOf(segment)} label={labelled(nameOf(segment), t('atc.share'))}>
                {formatShareOf(segment)}
              </WhyButton>
            </td>
            {!compact && (
              <td>
                <WhyButton question={questionOf(segment)} label={labelled(nameOf(segment), heading)}>
                  {format(segment.value)}
                </WhyButton>
              </td>
            )}
          </tr>
        ))}
      </tbody>
      {!compact && (
        <tfoot>
          <tr>
            <th scope="row">{t('atc.total')}</th>
            <td />
            <td>
              <WhyButton question={questions.total} label={totalLabel}>
                {format(total)}
              </WhyButton>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function formatShareOf({ share }: AtcSegment): string {
  return formatPercent(Math.round(share * 100));
}

function restLetters(rows: readonly AtcValue[], segments: readonly AtcSegment[]): string[] {
  const own = segments.map(({ letter }) => letter);
  return rows.map(({ atcCategory }) => atcCategory).filter((letter) => !own.includes(letter));
}
