import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  differencePageSize,
  differencesPath,
  differencesQuery,
  type DifferenceList as ListName,
} from '../../../api/merged-products.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { MadeFileProgress, useMadeFile } from '../../../components/feedback/made-file-progress.tsx';
import { useSettled } from '../../../components/loading/use-settled.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import { columns } from '../columns.ts';
import { useProductAddress } from '../use-product-address.ts';
import { DifferenceRow, shownColumns } from './difference-row.tsx';
import { PageSteps } from './page-steps.tsx';

interface DifferenceListProps {
  proposal: number;
  list: ListName;
}

/** One list of differences: searched, by field, page by page, and as a file. */
export function DifferenceList({ proposal, list }: DifferenceListProps) {
  const { t } = useTranslation('merged');
  const searchId = useId();
  const columnId = useId();
  const { parameters, go } = useProductAddress();
  const [typed, setTyped] = useState(parameters.get('text') ?? '');
  const text = useSettled(typed.trim());
  const column = parameters.get('column') ?? '';
  const page = Math.max(1, Number(parameters.get('page')) || 1);
  const rows = useQuery(differencesQuery(proposal, { list, text, column, page }));
  const file = useMadeFile();
  const inAddress = parameters.get('text') ?? '';
  useEffect(() => {
    if (text !== inAddress) go({ text: text || null, page: null }, { replace: true });
  });
  const { data } = rows;
  const shown = shownColumns[list];
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / differencePageSize));
  return (
    <section aria-label={t(`lists.${list}`)} className="product-page__cards">
      <h3>{t(`lists.${list}`)}</h3>
      <div className="product-page__actions">
        <FormGroup label={t('list.search')} labelFor={searchId}>
          <InputGroup
            id={searchId}
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </FormGroup>
        {shown.includes('field') && (
          <FormGroup label={t('list.field')} labelFor={columnId}>
            <HTMLSelect
              id={columnId}
              value={column}
              onChange={(event) => go({ column: event.currentTarget.value || null, page: null })}
              options={[
                { value: '', label: t('list.allFields') },
                ...columns.map((each) => ({ value: each, label: t(`field.${each}`) })),
              ]}
            />
          </FormGroup>
        )}
        <Button
          variant="outlined"
          text={t('list.download')}
          disabled={file.progress !== null}
          onClick={() =>
            file.start(`${differencesPath(proposal, list)}/excel`, new URLSearchParams({ text, column }))
          }
        />
      </div>
      {file.progress && <MadeFileProgress progress={file.progress} onCancel={file.cancel} />}
      {file.error !== null && <FailureNotice intent="warning" error={file.error} />}
      {rows.isError && <FailureNotice intent="warning" error={rows.error} onRetry={rows.refetch} />}
      {rows.isPending && (
        <div className="product-page__room bp6-skeleton" role="status" aria-label={t('loading')} />
      )}
      {data && (
        <p role="status" className="product-page__soft">
          {t('list.count', { count: data.total, number: formatCount(data.total) })}
        </p>
      )}
      {data && data.rows.length > 0 && (
        <ScrollingTable label={t(`lists.${list}`)} isStale={rows.isPlaceholderData}>
          <thead>
            <tr>
              <th scope="col" data-text>
                {t('column.description')}
              </th>
              {shown.map((name) => (
                <th key={name} scope="col" data-text={name === 'chf' || name === 'percent' ? undefined : ''}>
                  {t(`column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row, place) => (
              <DifferenceRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have their places.
                key={`${page} ${place}`}
                row={row}
                list={list}
              />
            ))}
          </tbody>
        </ScrollingTable>
      )}
      <PageSteps page={page} pages={pages} onGo={(to) => go({ page: to })} />
    </section>
  );
}
