import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColumnChoice, columnFields, type FilePreview } from '../../../api/preview.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { choiceOf, isComplete, withColumn } from './column-choice.ts';

interface ColumnFieldsProps {
  preview: FilePreview;
  chosen: ColumnChoice | null;
  onChoose: (columns: ColumnChoice | null) => void;
}

const lastRow = 1_048_576;

/** Which sheet, heading row and columns are read, and other ones to choose. */
export function ColumnFields({ preview, chosen, onChoose }: ColumnFieldsProps) {
  const { t } = useTranslation('preview');
  // What can't be read yet stays here; only a complete choice is tried.
  const [draft, setDraft] = useState<ColumnChoice | null>(null);
  const choice = draft ?? choiceOf(preview);
  const summary = preview.columns
    .filter(({ field }) => ['gtin', 'pharmacode', 'quantity'].includes(field))
    .map(({ field, column, heading }) => `${t(`field.${field}`)}: ${heading || column}`);

  const origin = preview.headingRow
    ? (['text', 'remembered'] as const)[Number(preview.remembered)]!
    : (['unheaded', 'unheadedRemembered'] as const)[Number(preview.remembered)]!;

  function choose(next: ColumnChoice) {
    setDraft(isComplete(next) ? null : next);
    if (isComplete(next)) onChoose(next);
  }

  return (
    <details className="report-details__part column-fields">
      <summary>
        {t('columns.title')}
        <span className="column-fields__summary">{summary.join(', ')}</span>
      </summary>
      <p className="form-hint">{t(`columns.${origin}`, { sheet: preview.sheet, row: preview.headingRow })}</p>
      <ColumnGrid
        choice={choice}
        sheets={preview.sheets}
        columns={preview.headings.map(({ column, heading }) => ({
          column,
          label: heading ? `${column}: ${heading}` : column,
        }))}
        onSheet={(sheet) => choose({ ...choice, sheet })}
        onChange={choose}
      >
        <HeadingRowField
          key={choice.headingRow}
          row={choice.headingRow}
          onChoose={(headingRow) => choose({ ...choice, headingRow })}
        />
      </ColumnGrid>
      {draft && (
        <p className="form-problem" role="alert">
          {t('columns.incomplete')}
        </p>
      )}
      {(chosen || draft) && (
        <Button
          variant="outlined"
          size="small"
          text={t('columns.automatic')}
          onClick={() => {
            setDraft(null);
            onChoose(null);
          }}
        />
      )}
    </details>
  );
}

/** In which row the headings stand; what is no row stays, with what is wrong with it. */
function HeadingRowField({ row, onChoose }: { row: number; onChoose: (row: number) => void }) {
  const { t } = useTranslation('preview');
  const [text, setText] = useState(String(row));
  const read = /^\d{1,7}$/.test(text.trim()) && Number(text) <= lastRow ? Number(text) : null;
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
        onValueChange={setText}
        onBlur={() => {
          if (read !== null && read !== row) onChoose(read);
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
export function ColumnGrid({ choice, sheets, columns, onSheet, onChange, children }: ColumnGridProps) {
  const { t } = useTranslation('preview');
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
            value={choice.columns.find((each) => each.field === field)?.column ?? ''}
            onChange={(event) => onChange(withColumn(choice, field, event.currentTarget.value))}
          >
            <option value="">{t('columns.none')}</option>
            {columns.map(({ column, label }) => (
              <option key={column} value={column}>
                {label}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
      ))}
    </div>
  );
}
