import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { formatPercent } from '../../../i18n/formats.ts';
import type { ListQuestions } from '../explain/list-questions.ts';
import { WhyButton } from '../explain/why-button.tsx';
import './atc-donut.css';
import { type AtcSegment, type AtcValue, atcSegments } from './atc-segments.ts';
import { useAtcName } from './use-atc-name.ts';

const radius = 120;
const hole = 74;
/** Smaller segments have no room for their letter; the table beside names them. */
const smallestLabelledShare = 0.045;

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
  /** What the figures are asked when they are pressed; the rows are named by their letter. */
  questions?: ListQuestions & { figure: string };
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
  const navigate = useNavigate();
  const [marked, setMarked] = useState<number | null>(null);
  const segments = atcSegments(rows, total, radius, hole);
  if (segments.length === 0) return <p className="donut__empty">{t('noInformation')}</p>;
  return (
    <div className="donut" data-compact={compact}>
      <svg className="donut__ring" viewBox="-122 -122 244 244" aria-hidden="true">
        {segments.map((segment, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same ways for the keyboard.
          <g
            key={segment.letter}
            className="donut__segment"
            data-rank={rankOf(segment, index)}
            data-faded={marked !== null && marked !== index}
            onPointerEnter={() => setMarked(index)}
            onPointerLeave={() => setMarked(null)}
            data-leads={segment.letter !== null}
            onClick={() => segment.letter && navigate(to(segment.letter))}
          >
            <path d={segment.path} />
            {segment.share >= smallestLabelledShare && (
              <text x={segment.centre[0]} y={segment.centre[1]}>
                {segment.letter ?? '+'}
              </text>
            )}
          </g>
        ))}
        <text className="donut__unit" y={-10}>
          {unit}
        </text>
        <text className="donut__total" y={12}>
          {format(total)}
        </text>
      </svg>
      <SegmentTable
        {...{ segments, total, heading, format, to, compact, marked }}
        questions={questions}
        onMark={setMarked}
      />
    </div>
  );
}

interface SegmentTableProps extends Pick<AtcDonutProps, 'total' | 'heading' | 'format' | 'to' | 'compact'> {
  questions: AtcDonutProps['questions'];
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
  onMark,
}: SegmentTableProps) {
  const { t } = useTranslation('dashboard');
  const atcName = useAtcName();
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
                  t('atc.others')
                ) : (
                  <Link to={to(segment.letter)}>{atcName(segment.letter)}</Link>
                )}
              </span>
            </th>
            <td>{formatPercent(Math.round(segment.share * 100))}</td>
            {!compact && (
              <td>
                {questions && segment.letter !== null ? (
                  <WhyButton
                    question={{ ...questions.rows, figure: questions.figure, row: segment.letter }}
                    label={`${atcName(segment.letter)}: ${heading}`}
                  >
                    {format(segment.value)}
                  </WhyButton>
                ) : (
                  format(segment.value)
                )}
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
              {questions ? (
                <WhyButton
                  question={{ ...questions.totals, figure: questions.figure }}
                  label={`${t('atc.total')}: ${heading}`}
                >
                  {format(total)}
                </WhyButton>
              ) : (
                format(total)
              )}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function rankOf(segment: AtcSegment, index: number): string {
  return segment.letter === null ? 'rest' : String(index + 1);
}
