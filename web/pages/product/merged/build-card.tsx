import { Button, Callout, Card, FormGroup } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildProposal, type MergedProducts } from '../../../api/merged-products.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { DayField } from '../../../components/forms/day-field/day-field.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate } from '../../../i18n/formats.ts';
import { useProductAddress } from '../use-product-address.ts';

/** The files that count now, and building a catalogue from them. */
export function BuildCard({ files }: Pick<MergedProducts, 'files'>) {
  const { t } = useTranslation('merged');
  const dayId = useId();
  const [priceDate, setPriceDate] = useState('');
  const { parameters, go } = useProductAddress();
  const building = useMutation({
    mutationFn: buildProposal,
    onSuccess() {
      showSuccess(t('build.done'));
    },
  });
  const { mutate } = building;
  // Asked for by the address, once: a reload does not build again.
  const asked = parameters.get('build') === 'true';
  const begun = useRef(false);
  useEffect(() => {
    if (!asked || begun.current) return;
    begun.current = true;
    go({ build: null }, { replace: true });
    mutate('');
  });
  return (
    <Card className="product-page__card">
      <h2>{t('build.title')}</h2>
      <p className="product-page__soft">{t('build.intro')}</p>
      {files.length === 0 && <Callout role="status">{t('files.none')}</Callout>}
      {files.length > 0 && (
        <ScrollingTable label={t('files.title')}>
          <thead>
            <tr>
              <th scope="col" data-text>
                {t('files.title')}
              </th>
              <th scope="col" data-text>
                {t('files.fileName')}
              </th>
              <th scope="col">{t('files.version')}</th>
              <th scope="col">{t('files.date')}</th>
              <th scope="col">{t('files.rows')}</th>
              <th scope="col" data-text>
                {t('files.used')}
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.key}>
                <th scope="row" data-text>
                  {t(`file.${file.key}`)}
                </th>
                <td data-text>{file.fileName}</td>
                <td>{file.versionId}</td>
                <td>{formatDate(file.date)}</td>
                <td>{formatCount(file.rowCount)}</td>
                <td data-text>{[formatDate(file.usedAt), file.usedBy].filter(Boolean).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
      <p>
        <Link to="/admin/template-files">{t('files.manage')}</Link>
      </p>
      {building.isError && <FailureNotice intent="warning" error={building.error} />}
      <div className="product-page__actions">
        <FormGroup label={t('build.priceDate')} labelFor={dayId} helperText={t('build.priceDateHint')}>
          <DayField id={dayId} day={priceDate} onChange={setPriceDate} />
        </FormGroup>
        <Button
          intent="primary"
          text={t('build.button')}
          loading={building.isPending}
          disabled={files.length === 0}
          onClick={() => mutate(priceDate)}
        />
      </div>
      <p role="status" className="product-page__soft">
        {building.isPending ? t('build.running') : ''}
      </p>
    </Card>
  );
}
