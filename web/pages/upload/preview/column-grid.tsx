import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from '../../../api/preview.ts';
import { columnFields } from '../../../api/preview.ts';
import { withColumn } from './column-choice.ts';

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
