import { Button, Checkbox, PopoverNext, PopupKind } from '@blueprintjs/core';
import { CaretDown, Layers } from '@blueprintjs/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { View } from '#analytics/views/view.ts';
import { type MemberFigures, memberFiguresQuery, memberHeadsQuery } from '../../../api/combined.ts';
import { parametersOf } from '../../../api/views.ts';
import { memberName } from '../../../components/dialogs/member-name.ts';
import { inItsPlace } from '../../../components/dialogs/use-dialog.ts';
import { failureText } from '../../../components/feedback/failure-notice.tsx';
import { showFailure } from '../../../components/feedback/toasts.ts';
import type { ListColumn } from '../../../components/tables/list-columns.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import './member-columns.css';

/** As many as the server gives at a time. */
const MOST = 6;

/** Which members have columns of their own; it stands in the address. */
const parameter = 'members';

/** A figure of a row, by its key. */
export type MemberColumn = {
  key: string;
  heading: string;
  decimals: 0 | 2;
  /** null: not known; undefined: not there yet. */
  figureOf: (rowKey: string) => number | null | undefined;
  /** Of the whole list. */
  total: number | null | undefined;
};

const none: MemberColumn[] = [];
const noWords: readonly string[] = [];

/**
 * On demand, what members of a combined statistic have of each row of a list: the columns, what they are chosen with, and
 * what the address of the articles behind a row says of them, which are what a member's figure was made from; nothing of an
 * upload. `find`: what the rows are looked for by, where their totals are of those found.
 */
export function useMemberColumns(
  directLinkId: string,
  view: View,
  choice: Record<string, unknown>,
  find: readonly string[] = noWords,
): { columns: readonly MemberColumn[]; choice: ReactNode; kept: Record<string, readonly string[]> } {
  const { t } = useTranslation('members');
  const portal = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const { data: heads = [] } = useQuery(memberHeadsQuery(directLinkId));
  const written = parameters.get(parameter) ?? '';
  const chosen = useMemo(() => {
    const named = written.split(',').map(Number);
    return heads.filter(({ position }) => named.includes(position)).slice(0, MOST);
  }, [heads, written]);
  const kept = useMemo(
    () => (chosen.length > 0 ? { [parameter]: [written] } : {}) as Record<string, readonly string[]>,
    [chosen, written],
  );
  const places = chosen.map(({ position }) => position);
  const {
    sortBy: _,
    limit: __,
    offset: ___,
    ...filters
  } = parametersOf(view, choice) as Record<string, unknown>;
  const asked = memberFiguresQuery(directLinkId, view, filters, places);
  const rowsOf = useQuery(places.length > 0 ? asked : { ...asked, queryFn: skipToken });
  const { data, isPlaceholderData } = rowsOf;
  const isFinding = find.length > 0;
  const askedFound = memberFiguresQuery(directLinkId, view, { ...filters, find }, places);
  const found = useQuery(places.length > 0 && isFinding ? askedFound : { ...askedFound, queryFn: skipToken });
  const error = rowsOf.error ?? found.error;
  // The columns stay empty, and the list of members is closed by then.
  useEffect(() => {
    if (error) showFailure(failureText(error, portal.t));
  }, [error, portal.t]);
  const columns = useMemo(() => {
    if (chosen.length === 0) return none;
    const rows = figuresIn(data, isPlaceholderData);
    const totals = isFinding ? figuresIn(found.data, found.isPlaceholderData) : rows;
    const ofMember = (member: number, figure: 'qtySum' | 'efPreisSum') => ({
      figureOf: (key: string) => rows(member, key, figure),
      total: totals(member, null, figure),
    });
    return chosen.flatMap((head): MemberColumn[] => {
      const { position } = head;
      const name = `${position}. ${memberName(head)}`;
      return [
        {
          key: `qty-${position}`,
          heading: t('quantity', { name }),
          decimals: 0,
          ...ofMember(position, 'qtySum'),
        },
        {
          key: `turnover-${position}`,
          heading: t('turnover', { name }),
          decimals: 2,
          ...ofMember(position, 'efPreisSum'),
        },
      ];
    });
  }, [chosen, data, isPlaceholderData, isFinding, found.data, found.isPlaceholderData, t]);

  function toggle(position: number, isChosen: boolean) {
    const next = isChosen ? [...places, position] : places.filter((each) => each !== position);
    const changed = new URLSearchParams(location.search);
    if (next.length > 0) changed.set(parameter, next.toSorted((one, other) => one - other).join(','));
    else changed.delete(parameter);
    // A box that is ticked shows it at once.
    setParameters(changed, { ...inItsPlace(), flushSync: true });
  }

  if (heads.length === 0) return { columns: none, choice: null, kept };
  const offered = (
    <fieldset className="member-columns">
      <legend>{t('choose', { n: formatCount(MOST) })}</legend>
      {heads.map((head) => (
        <Checkbox
          key={head.position}
          label={`${head.position}. ${memberName(head)}`}
          checked={places.includes(head.position)}
          disabled={places.length >= MOST && !places.includes(head.position)}
          onChange={({ currentTarget }) => toggle(head.position, currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
  return {
    columns,
    kept,
    choice: (
      <PopoverNext
        content={offered}
        placement="bottom-start"
        arrow={false}
        animation="minimal"
        popupKind={PopupKind.DIALOG}
        shouldReturnFocusOnClose
      >
        <Button variant="outlined" icon={<Layers />} endIcon={<CaretDown />} text={t('show')} />
      </PopoverNext>
    ),
  };
}

/** Tells a row's figures from those of the whole list. */
function idOf({ member, key }: Pick<MemberFigures, 'member' | 'key'>): string {
  return JSON.stringify([member, key]);
}

/**
 * Reads an answer, or the one before another member was chosen. Who has nothing of a row has none of it; of whom the answer before
 * has nothing, that one is yet to come.
 */
function figuresIn(answer: readonly MemberFigures[] | undefined, isOfBefore: boolean) {
  const byRow = new Map(answer?.map((each) => [idOf(each), each]));
  const members = new Set(answer?.map(({ member }) => member));
  return (member: number, key: string | null, figure: 'qtySum' | 'efPreisSum'): number | null | undefined => {
    if (!answer || (isOfBefore && !members.has(member))) return undefined;
    const figures = byRow.get(idOf({ member, key }));
    return figures ? figures[figure] : 0;
  };
}

export function isOfMember({ key }: { key: string }): boolean {
  return /^(qty|turnover)-\d+$/.test(key);
}

/** Columns of a list whose rows are their numbers in an answer. */
export function listColumnsOf(
  columns: readonly MemberColumn[],
  keyOf: (row: number) => string,
  width?: number,
): ListColumn<number>[] {
  return columns.map(({ key, heading, decimals, figureOf }) => ({
    key,
    kind: 'figure',
    heading,
    width,
    cell: (row) => written(figureOf(keyOf(row)), decimals),
    copied: (row) => figureOf(keyOf(row))?.toFixed(decimals) ?? null,
  }));
}

/** What stands below the columns, by their keys. */
export function memberTotals(columns: readonly MemberColumn[]): Record<string, string> {
  return Object.fromEntries(columns.map(({ key, total, decimals }) => [key, written(total, decimals)]));
}

function written(value: number | null | undefined, decimals: 0 | 2): string {
  if (value === undefined) return '';
  return decimals === 0 ? formatCount(value) : formatAmount(value);
}
