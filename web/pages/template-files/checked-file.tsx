import { Callout, FormGroup, TextArea } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateCheck } from '../../api/template-files.ts';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate, formatFileSize } from '../../i18n/formats.ts';
import { FileDifference } from './file-difference.tsx';
import { ProblemRows } from './problem-rows.tsx';

interface CheckedFileProps {
  check: TemplateCheck;
  reason: string;
  onReason: (reason: string) => void;
}

/** What a file would be beside the one in use, what is suspicious about it, and the rows with problems. */
export function CheckedFile({ check, reason, onReason }: CheckedFileProps) {
  const { t } = useTranslation('templateFiles');
  const reasonId = useId();
  const { last, guards, facts } = check;
  const rows: [label: string, now: string, before: string][] = [
    [t('facts.file'), check.fileName, last?.fileName ?? '–'],
    [t('facts.size'), formatFileSize(check.size), last ? formatFileSize(last.size) : '–'],
  ];
  if (check.rows !== null) {
    rows.push([t('facts.date'), formatDate(check.date), formatDate(last?.date)]);
    rows.push([t('facts.rows'), formatCount(check.rows), formatCount(last?.rows)]);
  }
  return (
    <>
      {check.isUsed && (
        <Callout intent="primary" role="status">
          {t('dialog.isUsed')}
        </Callout>
      )}
      {check.isSame && !check.isUsed && (
        <Callout intent="primary" role="status">
          {t('dialog.isSame')}
        </Callout>
      )}
      {guards.length > 0 && !check.isUsed && (
        <Callout intent="warning" icon={<WarningSign />}>
          <h3>{t('dialog.guarded')}</h3>
          <ul className="replace-dialog__list">
            {guards.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
          <FormGroup label={t('dialog.reason')} labelFor={reasonId} helperText={t('dialog.reasonHint')}>
            <TextArea
              id={reasonId}
              fill
              required
              maxLength={255}
              value={reason}
              onChange={(event) => onReason(event.currentTarget.value)}
            />
          </FormGroup>
        </Callout>
      )}
      <div className="replace-dialog__facts">
        <ScrollingTable label={t('facts.title')}>
          <thead>
            <tr>
              <th scope="col">{t('facts.fact')}</th>
              <th scope="col">{t('facts.new')}</th>
              <th scope="col">{t('facts.last')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, now, before]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{now}</td>
                <td>{before}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      </div>
      {facts.length > 0 && (
        <ul className="replace-dialog__list">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {check.rows !== null && <FileDifference check={check} />}
      {check.rows !== null && <ProblemRows check={check} />}
    </>
  );
}
