import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../api/arrow.ts';
import { FindField } from '../../../components/tables/find-field.tsx';
import { foundRows } from '../../../components/tables/find-rows.ts';
import { useFindText } from '../../../components/tables/use-find-text.ts';

interface FoundRows {
  /** Where somebody says what to look for. */
  field: ReactNode;
  /** What is looked for; '' for nothing. */
  text: string;
  /** Numbers of the rows found, in their order; null: all of them. */
  found: readonly number[] | null;
  clear: () => void;
}

/** Looks for rows of a whole list by their names, while somebody types. */
export function useFoundRows<Row>(
  answer: Columns<Row> | undefined,
  nameOf: (answer: Columns<Row>, row: number) => string,
): FoundRows {
  const { t } = useTranslation('lists');
  const { text, setText } = useFindText();
  const searched = useDeferredValue(text);
  const found = useMemo(
    () =>
      answer
        ? foundRows(answer, answer.rowCount, {
            text: searched,
            textsOf: (row) => [nameOf(answer, row)],
          })
        : null,
    [answer, searched, nameOf],
  );
  const field = (
    <FindField
      text={text}
      setText={setText}
      label={t('find.label')}
      placeholder={t('find.placeholder')}
      count={answer && found ? { found: found.length, total: answer.rowCount } : undefined}
    />
  );
  return { field, text: searched, found, clear: () => setText('') };
}
