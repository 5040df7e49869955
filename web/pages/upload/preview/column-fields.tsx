import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { columnIndex, columnLetters } from '#shared/column-letters.ts';
import { DECIMALS, ENCODINGS, SEPARATORS } from '#shared/read-report.ts';
import {
  type ColumnChoice,
  type ColumnField,
  columnFields,
  type FilePreview,
  type ReadTexts,
  type ShownSheet,
  type TextChoice,
} from '../../../api/preview.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import {
  addedUp,
  bestGuess,
  choiceOf,
  guessOf,
  isComplete,
  textChoiceOf,
  withAdded,
  withColumn,
  withoutColumn,
} from './column-choice.ts';
import { SheetTable } from './sheet-table.tsx';

/** What a file is to be read with instead of what is recognised. */
export type ReadingChoice = { columns: ColumnChoice | null; text: TextChoice | null };

export const automatic: ReadingChoice = { columns: null, text: null };

interface ColumnFieldsProps {
  preview: FilePreview;
  chosen: ReadingChoice;
  onChoose: (choice: ReadingChoice) => void;
}

const lastRow = 1_048_576;

/** Which sheet, heading row and columns are read, and other ones to choose. */
export function ColumnFields({ preview, chosen, onChoose }: ColumnFieldsProps) {
  const { t } = useTranslation('preview');
  // What can't be read yet stays here; only a complete choice is tried.
  const [draft, setDraft] = useState<ColumnChoice | null>(null);
  // What was chosen a moment ago the preview does not have yet.
  const choice = draft ?? chosen.columns ?? choiceOf(preview);
  // Who corrects what is remembered keeps the rest of it.
  const textChosen = chosen.text ?? (preview.remembered ? textChoiceOf(preview) : null);
  const summary = (['gtin', 'pharmacode', 'quantity'] as const).flatMap((field) => {
    const names = preview.columns
      .filter((each) => each.field === field)
      .map(({ column, heading }) => heading || column);
    return names.length > 0 ? [labelled(t(`field.${field}`), addedUp(names))] : [];
  });

  const origin = preview.headingRow
    ? (['text', 'remembered'] as const)[Number(preview.remembered)]!
    : (['unheaded', 'unheadedRemembered'] as const)[Number(preview.remembered)]!;

  function choose(next: ColumnChoice) {
    setDraft(isComplete(next) ? null : next);
    if (isComplete(next)) onChoose({ columns: next, text: textChosen });
  }

  return (
    <details className="report-details__part column-fields">
      <summary>
        {t('columns.title')}
        <span className="column-fields__summary">{summary.join(', ')}</span>
      </summary>
      {preview.report.text && (
        <TextFields
          format={preview.report.text}
          chosen={{ columns: chosen.columns, text: textChosen }}
          onChoose={(choice) => {
            setDraft(null);
            onChoose(choice);
          }}
        />
      )}
      <p className="form-hint">{t(`columns.${origin}`, { sheet: preview.sheet, row: preview.headingRow })}</p>
      <ColumnGrid
        choice={choice}
        sheets={preview.sheets}
        columns={preview.headings.map(({ column, heading }) => ({
          column,
          label: heading ? labelled(column, heading) : column,
        }))}
        onSheet={(sheet) => choose({ ...choice, sheet })}
        onChange={choose}
      >
        <HeadingRowField
          row={choice.headingRow}
          onChoose={(headingRow) => choose({ ...choice, headingRow })}
        />
      </ColumnGrid>
      {draft && (
        <p className="form-problem" role="alert">
          {t('columns.incomplete')}
        </p>
      )}
      {(chosen.columns || chosen.text || draft) && (
        <Button
          variant="outlined"
          size="small"
          text={t('columns.automatic')}
          onClick={() => {
            setDraft(null);
            onChoose(automatic);
          }}
        />
      )}
    </details>
  );
}

const separatorNames = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'pipe' } as const;
const encodingNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
} as const;
const decimalExamples = { '.': "1'234.50", ',': '1.234,50' } as const;
const textParts = { separator: SEPARATORS, encoding: ENCODINGS, decimal: DECIMALS } as const;

interface TextFieldsProps {
  format: ReadTexts;
  chosen: ReadingChoice;
  onChoose: (choice: ReadingChoice) => void;
}

/** How a text file, or texts of a workbook, are read, and other ways to choose; another separator makes other columns. */
function TextFields({ format, chosen, onChoose }: TextFieldsProps) {
  const { t } = useTranslation('preview');
  const parts = (['separator', 'encoding', 'decimal'] as const).filter((part) => part in format);
  const nameOf = {
    separator: (value: string) =>
      t(`text.separators.${separatorNames[value as keyof typeof separatorNames]}`),
    encoding: (value: string) => encodingNames[value as keyof typeof encodingNames],
    decimal: (value: string) => decimalExamples[value as keyof typeof decimalExamples],
  };
  return (
    <>
      <p className="form-hint">{t(format.separator ? 'text.hint' : 'text.hintWorkbook')}</p>
      <div className="column-grid">
        {parts.map((part) => (
          <FormGroup key={part} label={t(`text.${part}`)} labelFor={`preview-${part}`}>
            <HTMLSelect
              fill
              id={`preview-${part}`}
              value={format[part] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChoose({
                  columns: part === 'separator' ? null : chosen.columns,
                  text: { ...chosen.text, [part]: value },
                })
              }
            >
              {format[part] === null && <option value="">{t('text.unknown')}</option>}
              {textParts[part].map((value) => (
                <option key={value} value={value}>
                  {nameOf[part](value)}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        ))}
      </div>
    </>
  );
}

/** In which row the headings stand; what is no row stays, with what is wrong with it. */
function HeadingRowField({ row, onChoose }: { row: number; onChoose: (row: number) => void }) {
  const { t } = useTranslation('preview');
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(row);
  const read = /^\d{1,7}$/.test(text.trim()) && Number(text) <= lastRow ? Number(text) : null;

  function take() {
    if (read === null) return;
    setTyped(null);
    if (read !== row) onChoose(read);
  }

  return (
    <FormGroup
      label={t('columns.headingRow')}
      labelFor="preview-heading-row"
      intent={read === null ? 'danger' : 'none'}
      helperText={
        <span id="preview-heading-row-told">
          {read === null ? t('columns.notARow', { most: formatCount(lastRow) }) : t('columns.noHeadingRow')}
        </span>
      }
    >
      <InputGroup
        id="preview-heading-row"
        inputMode="numeric"
        maxLength={20}
        intent={read === null ? 'danger' : 'none'}
        aria-invalid={read === null}
        aria-describedby="preview-heading-row-told"
        value={text}
        onValueChange={setTyped}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It would send the form, with the row of before.
          event.preventDefault();
          take();
        }}
      />
    </FormGroup>
  );
}

interface ColumnGridProps {
  choice: ColumnChoice;
  sheets: readonly string[];
  /** What can be chosen, by letter. */
  columns: readonly { column: string; label: string }[];
  onSheet: (sheet: string) => void;
  onChange: (choice: ColumnChoice) => void;
  /** The field for the heading row. */
  children: ReactNode;
}

/** Which sheet is read, and which of its columns is taken for what. */
function ColumnGrid({ choice, sheets, columns, onSheet, onChange, children }: ColumnGridProps) {
  const { t } = useTranslation('preview');
  const takenFor = (field: ColumnField) => choice.columns.filter((each) => each.field === field);
  const labelOf = ({ column }: { column: string }) =>
    columns.find((each) => each.column === column)?.label ?? column;
  const quantities = takenFor('quantity');
  return (
    <div className="column-grid">
      {sheets.length > 1 && (
        <FormGroup label={t('columns.sheet')} labelFor="preview-sheet">
          <HTMLSelect
            fill
            id="preview-sheet"
            value={choice.sheet}
            onChange={(event) => onSheet(event.currentTarget.value)}
          >
            {sheets.map((sheet) => (
              <option key={sheet}>{sheet}</option>
            ))}
          </HTMLSelect>
        </FormGroup>
      )}
      {children}
      {columnFields.map((field) => (
        <FormGroup key={field} label={t(`field.${field}`)} labelFor={`preview-${field}`}>
          <HTMLSelect
            fill
            id={`preview-${field}`}
            value={lettersOf(takenFor(field))}
            onChange={(event) => onChange(withColumn(choice, field, event.currentTarget.value))}
          >
            <option value="">{t('columns.none')}</option>
            {takenFor(field).length > 1 && (
              <option value={lettersOf(takenFor(field))}>{addedUp(takenFor(field).map(labelOf))}</option>
            )}
            {columns.map(({ column, label }) => (
              <option key={column} value={column}>
                {label}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
      ))}
      {quantities.length > 0 && (
        <FormGroup label={t('columns.addColumn')} labelFor="preview-add-quantity">
          <HTMLSelect
            fill
            id="preview-add-quantity"
            value=""
            onChange={(event) => onChange(withAdded(choice, event.currentTarget.value))}
          >
            <option value="">{t('columns.none')}</option>
            {columns
              .filter(({ column }) => quantities.every((each) => each.column !== column))
              .map(({ column, label }) => (
                <option key={column} value={column}>
                  {label}
                </option>
              ))}
          </HTMLSelect>
        </FormGroup>
      )}
      {quantities.length > 1 && (
        <div className="column-grid__added">
          <p id="preview-added">{t('columns.added')}</p>
          <ul className="row plain-list" aria-labelledby="preview-added">
            {quantities.map(({ column }) => (
              <li key={column}>
                <Button
                  variant="outlined"
                  size="small"
                  endIcon={<Cross />}
                  text={labelOf({ column })}
                  aria-label={t('columns.leaveOut', { column: labelOf({ column }) })}
                  onClick={() => {
                    // The button goes away.
                    document.getElementById('preview-quantity')?.focus();
                    onChange(withoutColumn(choice, column));
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function lettersOf(columns: readonly { column: string }[]): string {
  return columns.map(({ column }) => column).join('+');
}

interface ColumnsByHandProps {
  sheets: readonly ShownSheet[];
  /** What the file was read with, in vain. */
  tried: ColumnChoice | null;
  chosenText: TextChoice | null;
  isReading: boolean;
  onRead: (choice: ReadingChoice) => void;
}

/** For a file whose headings nobody knows: the user says where they stand, if anywhere, and what each column holds. */
export function ColumnsByHand({ sheets, tried, chosenText, isReading, onRead }: ColumnsByHandProps) {
  const { t } = useTranslation('preview');
  const [choice, setChoice] = useState(() => (tried && isShown(tried, sheets) ? tried : bestGuess(sheets)));
  const [isChecked, setChecked] = useState(false);
  const sheet = sheets.find((each) => each.sheet === choice.sheet) ?? sheets[0]!;
  const columns = filledColumns(sheet);

  const valueAt = (column: string, matches: (row: number) => boolean) =>
    sheet.rows.flatMap(({ row, values }) => (matches(row) && values[columnIndex(column)]) || [])[0];
  const labelOf = (column: string) => {
    const heading = valueAt(column, (row) => row === choice.headingRow);
    if (heading) return labelled(column, heading);
    const value = valueAt(column, (row) => row > choice.headingRow);
    return value ? t('byHand.example', { column, value }) : column;
  };

  function read() {
    setChecked(true);
    if (isComplete(choice)) onRead({ columns: choice, text: chosenText });
  }

  return (
    <section className="columns-by-hand" aria-labelledby="columns-by-hand-title">
      <h4 id="columns-by-hand-title">{t('byHand.title')}</h4>
      <p className="form-hint">{t('byHand.text')}</p>
      {sheet.text && (
        <TextFields format={sheet.text} chosen={{ columns: null, text: chosenText }} onChoose={onRead} />
      )}
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
