import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice, ShownSheet } from '../../../api/preview.ts';
import { bestGuess, columnIndex, columnLetters, guessOf, isComplete } from './column-choice.ts';
import { ColumnGrid } from './column-fields.tsx';
import { SheetTable } from './sheet-table.tsx';

interface ColumnsByHandProps {
  sheets: readonly ShownSheet[];
  /** What the file was read with, in vain. */
  tried: ColumnChoice | null;
  isReading: boolean;
  onRead: (choice: ColumnChoice) => void;
}

/** For a file whose headings nobody knows: the user says where they stand, if anywhere, and what each column holds. */
export function ColumnsByHand({ sheets, tried, isReading, onRead }: ColumnsByHandProps) {
  const { t } = useTranslation('preview');
  const [choice, setChoice] = useState(() => (tried && isShown(tried, sheets) ? tried : bestGuess(sheets)));
  const [isChecked, setChecked] = useState(false);
  const sheet = sheets.find((each) => each.sheet === choice.sheet) ?? sheets[0]!;
  const columns = filledColumns(sheet);

  const valueAt = (column: string, matches: (row: number) => boolean) =>
    sheet.rows.flatMap(({ row, values }) => (matches(row) && values[columnIndex(column)]) || [])[0];
  const labelOf = (column: string) => {
    const heading = valueAt(column, (row) => row === choice.headingRow);
    if (heading) return `${column}: ${heading}`;
    const value = valueAt(column, (row) => row > choice.headingRow);
    return value ? t('byHand.example', { column, value }) : column;
  };

  function read() {
    setChecked(true);
    if (isComplete(choice)) onRead(choice);
  }

  return (
    <section className="columns-by-hand" aria-labelledby="columns-by-hand-title">
      <h4 id="columns-by-hand-title">{t('byHand.title')}</h4>
      <p className="form-hint">{t('byHand.text')}</p>
      <SheetTable
        columns={columns.map((column) => ({ column, heading: column }))}
        taken={choice.columns}
        rows={sheet.rows.map(({ row, values }) => ({
          row,
          values,
          isHeading: row === choice.headingRow,
          isUnread: row < choice.headingRow,
        }))}
        rowNumber={t('byHand.rowNumber')}
      />
      <ColumnGrid
        choice={choice}
        sheets={sheets.map((each) => each.sheet)}
        columns={columns.map((column) => ({ column, label: labelOf(column) }))}
        onSheet={(name) => setChoice(guessOf(sheets.find((each) => each.sheet === name)!))}
        onChange={setChoice}
      >
        <FormGroup label={t('columns.headingRow')} labelFor="preview-heading-row">
          <HTMLSelect
            fill
            id="preview-heading-row"
            value={choice.headingRow}
            onChange={(event) => setChoice({ ...choice, headingRow: Number(event.currentTarget.value) })}
          >
            <option value={0}>{t('byHand.noHeadings')}</option>
            {sheet.rows.map(({ row, values }) => (
              <option key={row} value={row}>
                {t('byHand.row', { row, values: values.filter(Boolean).join(' · ') })}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
      </ColumnGrid>
      {isChecked && !isComplete(choice) && (
        <p className="form-problem" role="alert">
          {t('columns.incomplete')}
        </p>
      )}
      <Button intent="primary" text={t('byHand.read')} loading={isReading} onClick={read} />
    </section>
  );
}

function isShown({ sheet, headingRow }: ColumnChoice, sheets: readonly ShownSheet[]): boolean {
  const rows = sheets.find((each) => each.sheet === sheet)?.rows;
  return Boolean(rows && (headingRow === 0 || rows.some(({ row }) => row === headingRow)));
}

/** Letters of the columns in which something stands. */
function filledColumns({ rows }: ShownSheet): string[] {
  const width = Math.max(0, ...rows.map(({ values }) => values.length));
  return Array.from({ length: width }, (_, index) => index)
    .filter((index) => rows.some(({ values }) => values[index]))
    .map(columnLetters);
}
