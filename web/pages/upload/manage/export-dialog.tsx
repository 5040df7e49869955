import { Button, Checkbox, Radio, RadioGroup } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Statistic } from '../../../api/statistics.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../../components/feedback/made-file.tsx';
import '../../../components/forms/forms.css';

const allSheets = ['daten', 'stats'] as const;
const mergeWays = ['0', '1'] as const;

/** Which sheets of a statistic to download, and whether they have what does not match as well. */
export default function ExportDialog({ statistic, onClose }: { statistic: Statistic; onClose: () => void }) {
  const { t } = useTranslation(['manage', 'portal']);
  const problemId = useId();
  const [sheets, setSheets] = useState<readonly string[]>(allSheets);
  const [merge, setMerge] = useState<string>('1');
  const file = useMadeFile();
  const isEmpty = sheets.length === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isEmpty) return;
    const query = new URLSearchParams([...sheets.map((sheet) => ['sheets', sheet]), ['merge', merge]]);
    if (await file.start(`/statistics/${statistic.directLinkId}/excel`, query)) onClose();
  }

  function toggle(sheet: string, isChosen: boolean) {
    setSheets(allSheets.filter((each) => (each === sheet ? isChosen : sheets.includes(each))));
  }

  return (
    <PortalDialog
      title={t('export.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" text={t('portal:action.close')} onClick={onClose} />
          <Button
            type="submit"
            form="export-form"
            intent="primary"
            icon={<Download />}
            text={t('export.submit')}
            disabled={isEmpty || file.isUnderWay}
            loading={file.isUnderWay}
          />
        </>
      }
    >
      <form id="export-form" onSubmit={submit}>
        {file.error ? <FailureNotice error={file.error} /> : null}
        <p>
          <strong>{statistic.customerName}</strong>
        </p>
        <fieldset className="export-dialog__sheets" aria-describedby={isEmpty ? problemId : undefined}>
          <legend>{t('export.sheets')}</legend>
          {allSheets.map((sheet) => (
            <Checkbox
              key={sheet}
              checked={sheets.includes(sheet)}
              label={t(`export.${sheet}`)}
              onChange={(event) => toggle(sheet, event.currentTarget.checked)}
            />
          ))}
          {isEmpty && (
            <p id={problemId} role="alert">
              {t('export.noSheet')}
            </p>
          )}
        </fieldset>
        <RadioGroup
          label={t('export.merge')}
          selectedValue={merge}
          onChange={(event) => setMerge(event.currentTarget.value)}
        >
          {mergeWays.map((way) => (
            <Radio key={way} value={way} label={t(`export.merge${way}`)} />
          ))}
        </RadioGroup>
        {file.isUnderWay && <MadeFileUnderWay onCancel={file.cancel} />}
      </form>
    </PortalDialog>
  );
}
