import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedingFigures, FeedingPreview } from '../../api/feeding-statistic.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatSigned, formatTimeRange } from '../../i18n/formats.ts';

const groups = [
  {
    name: 'all',
    figures: [
      ['products', formatCount],
      ['packs', formatCount],
      ['turnoverPotential', formatAmount],
    ],
  },
  {
    name: 'missing',
    figures: [
      ['missingProducts', formatCount],
      ['missingPacks', formatCount],
      ['missingPotential', formatAmount],
    ],
  },
] as const satisfies {
  name: string;
  figures: (readonly [keyof FeedingFigures, (value: number | null) => string])[];
}[];

interface EffectProps {
  preview: UseQueryResult<FeedingPreview>;
  isPresent: boolean;
}

/** Packs and potential of the market: now, with the statistic, and by how much they differ. */
export function Effect({ preview, isPresent }: EffectProps) {
  const { t } = useTranslation('feeding');
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = preview;
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="choose-statistic__title">
        {data ? `${data.statistic.fileName} (${formatTimeRange(data.statistic)})` : t('effect.title')}
      </h3>
      {data?.statistic.comment && <p>{data.statistic.comment}</p>}
      {isPresent && <p role="status">{t('effect.isPresent')}</p>}
      {preview.isError && <FailureNotice intent="warning" error={preview.error} onRetry={preview.refetch} />}
      {preview.isPending && (
        <div className="choose-statistic__room bp6-skeleton" role="status" aria-label={t('loading')} />
      )}
      {data && (
        <>
          <ScrollingTable label={t('effect.title')}>
            <thead>
              <tr>
                <th scope="col">{t('effect.figure')}</th>
                <th scope="col">{t('effect.now')}</th>
                <th scope="col">{t('effect.then')}</th>
                <th scope="col">{t('effect.change')}</th>
              </tr>
            </thead>
            {groups.map(({ name, figures }) => (
              <tbody key={name}>
                <tr>
                  <th scope="rowgroup" colSpan={4} className="choose-statistic__group">
                    <span>{t(`effect.${name}`)}</span>
                  </th>
                </tr>
                {figures.map(([figure, format]) => {
                  const now = data.present?.[figure] ?? null;
                  const then = data.candidate[figure];
                  return (
                    <tr key={figure}>
                      <th scope="row">{t(`effect.${figure}`)}</th>
                      <td>{format(now)}</td>
                      <td>{format(then)}</td>
                      <td>{formatSigned(now === null ? null : then - now, format)}</td>
                    </tr>
                  );
                })}
              </tbody>
            ))}
          </ScrollingTable>
          <p className="choose-statistic__note">{t('effect.note')}</p>
        </>
      )}
    </>
  );
}
