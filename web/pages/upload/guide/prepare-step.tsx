import { AnchorButton } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { ExampleSheet } from './example-sheet.tsx';

/** What the file must hold, with an example and a workbook to fill in. */
export function PrepareStep() {
  const { t } = useTranslation('guide');
  return (
    <>
      <p>{t('prepare.text')}</p>
      <ul className="guide-rules">
        <li>{t('prepare.columns')}</li>
        <li>{t('prepare.pharmacode')}</li>
        <li>{t('prepare.headings')}</li>
        <li>{t('prepare.rest')}</li>
      </ul>
      <figure className="guide-example">
        <ExampleSheet label={t('prepare.example')} />
        <figcaption>{t('prepare.example')}</figcaption>
      </figure>
      <AnchorButton
        role="link"
        variant="outlined"
        icon={<Download />}
        text={t('prepare.template')}
        href="/template.xlsx"
        download
      />
    </>
  );
}
