import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColumnChoice, columnFields, type FilePreview } from '../../../api/preview.ts';
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
      <p className="form-hint">
        {t(preview.remembered ? 'columns.remembered' : 'columns.text', {
          sheet: preview.sheet,
          row: preview.headingRow,
        })}
      </p>
      <div className="column-fields__grid">
        {preview.sheets.length > 1 && (
          <FormGroup label={t('columns.sheet')} labelFor="preview-sheet">
            <HTMLSelect
              fill
              id="preview-sheet"
              value={choice.sheet}
              onChange={(event) => choose({ ...choice, sheet: event.currentTarget.value })}
            >
              {preview.sheets.map((sheet) => (
                <option key={sheet}>{sheet}</option>
              ))}
            </HTMLSelect>
          </FormGroup>
        )}
        <FormGroup label={t('columns.headingRow')} labelFor="preview-heading-row">
          <InputGroup
            id="preview-heading-row"
            type="number"
            min={0}
            max={lastRow}
            key={choice.headingRow}
            defaultValue={String(choice.headingRow)}
            onBlur={(event) => {
              const { value, valueAsNumber: headingRow, validity } = event.currentTarget;
              if (value && validity.valid && headingRow !== choice.headingRow)
                choose({ ...choice, headingRow });
            }}
          />
        </FormGroup>
        {columnFields.map((field) => (
          <FormGroup key={field} label={t(`field.${field}`)} labelFor={`preview-${field}`}>
            <HTMLSelect
              fill
              id={`preview-${field}`}
              value={choice.columns.find((each) => each.field === field)?.column ?? ''}
              onChange={(event) => choose(withColumn(choice, field, event.currentTarget.value))}
            >
              <option value="">{t('columns.none')}</option>
              {preview.headings.map(({ column, heading }) => (
                <option key={column} value={column}>
                  {heading ? `${column}: ${heading}` : column}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        ))}
      </div>
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
