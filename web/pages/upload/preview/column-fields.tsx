import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice, FilePreview } from '../../../api/preview.ts';
import { choiceOf, isComplete } from './column-choice.ts';
import { ColumnGrid } from './column-grid.tsx';

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
        <FormGroup
          label={t('columns.headingRow')}
          labelFor="preview-heading-row"
          helperText={t('columns.noHeadingRow')}
        >
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
