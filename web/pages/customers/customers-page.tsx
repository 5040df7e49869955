import { Button, InputGroup, Tag } from '@blueprintjs/core';
import { Edit, Plus, Search } from '@blueprintjs/icons';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CorrectedCustomer,
  type CustomerFields,
  correctedCustomersQuery,
  customerSearchQuery,
  decideCorrection,
  minKeywordLength,
} from '../../api/customers.ts';
import { labelled } from '../../i18n/labelled.ts';
import '../../components/lists/admin-list.css';
import { openDialog, useDialog } from '../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { onFirstClick } from '../../components/forms/on-first-click.ts';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyDialog } from '../../components/loading/lazy-part.tsx';
import { useDebounced } from '../../components/loading/use-debounced.ts';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { RowAction } from '../../components/tables/row-action.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatDateAndTime } from '../../i18n/formats.ts';
import './customers-page.css';

const CustomerDialog = lazyComponent(() => import('./customer-dialog.tsx'));

/** Customers that administrators add or correct, and where the file of customers says otherwise by now. */
export function Component() {
  const { t } = useTranslation('customers');
  const [adding, close] = useDialog('add');
  const [edited] = useDialog('edit');
  const edit = (externalId: string) => openDialog('edit', externalId);
  return (
    <article className="admin-list customers">
      <div className="row gap-5 row--end row--apart page-header__row">
        <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
        <Button intent="primary" icon={<Plus />} text={t('add')} onClick={() => openDialog('add')} />
      </div>
      <FoundCustomers onEdit={edit} />
      <CorrectedCustomers onEdit={edit} />
      {(adding !== null || edited) && (
        <LazyDialog key={edited} onClose={close}>
          <CustomerDialog externalId={edited} onClose={close} />
        </LazyDialog>
      )}
    </article>
  );
}

function FoundCustomers({ onEdit }: { onEdit: (externalId: string) => void }) {
  const { t } = useTranslation('customers');
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim());
  // Another letter takes the customers who were found away only once it is known who is.
  const search = useQuery({ ...customerSearchQuery(keyword), placeholderData: keepPreviousData });
  const isStale = keyword !== text.trim() || search.isPlaceholderData;
  const found = keyword.length >= minKeywordLength ? (search.data?.customers ?? []) : [];
  const hasNone = search.isSuccess && !isStale && found.length === 0 && keyword.length >= minKeywordLength;
  return (
    <section>
      <InputGroup
        type="search"
        className="customers__search"
        leftIcon={<Search />}
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        maxLength={255}
        onValueChange={setText}
      />
      {search.isError && <FailureNotice error={search.error} onRetry={search.refetch} />}
      <p role="status" className="note">
        {hasNone && t('noneFound')}
        {found.length > 0 && search.data?.isCut && t('firstFound', { count: found.length })}
      </p>
      {found.length > 0 && (
        <ScrollingTable label={t('found')} isStale={isStale}>
          <thead>
            <tr>
              <th scope="col">{t('field.name')}</th>
              <th scope="col">{t('field.externalId')}</th>
              <th scope="col">{t('field.address')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ ExternalID, FullName, Address, ActiveStatus }) => (
              <tr key={ExternalID} data-retired={ActiveStatus !== 'Active'}>
                <th scope="row">
                  {FullName} {ActiveStatus !== 'Active' && <Tag minimal>{t('inactive')}</Tag>}
                </th>
                <td>{ExternalID}</td>
                <td>{Address || '–'}</td>
                <td className="admin-list__actions">
                  <RowAction
                    name={t('correct', { name: FullName })}
                    icon={<Edit />}
                    onClick={() => onEdit(ExternalID)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
    </section>
  );
}

function CorrectedCustomers({ onEdit }: { onEdit: (externalId: string) => void }) {
  const { t } = useTranslation('customers');
  const list = useQuery({ ...correctedCustomersQuery, refetchOnMount: 'always' });
  const deciding = useMutation({
    mutationFn: ({ externalId, decision }: { externalId: string; decision: 'keep' | 'file' }) =>
      decideCorrection(externalId, decision),
  });
  if (list.isError && !list.data) {
    return <FailureNotice intent="warning" error={list.error} onRetry={list.refetch} />;
  }
  if (!list.data) {
    return <div className="bp6-skeleton" style={{ height: 280 }} role="status" aria-label={t('loading')} />;
  }
  if (list.data.length === 0) return <p className="note">{t('noneCorrected')}</p>;
  return (
    <section>
      <h2>{t('corrected')}</h2>
      {deciding.isError && <FailureNotice error={deciding.error} className="failure-in-sight" />}
      <ScrollingTable label={t('corrected')}>
        <thead>
          <tr>
            <th scope="col">{t('field.name')}</th>
            <th scope="col">{t('counts')}</th>
            <th scope="col">{t('file')}</th>
            <th scope="col">{t('correctedBy')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.data.map((row) => {
            const { externalId, name } = row.customer;
            const decide = (decision: 'keep' | 'file') => deciding.mutate({ externalId, decision });
            return (
              <tr key={externalId}>
                <th scope="row">
                  {name} {row.fileChanged && <Tag intent="warning">{t('fileChanged')}</Tag>}
                  {row.added && <Tag minimal>{t('added')}</Tag>}
                  <div className="note">{externalId}</div>
                </th>
                <td>
                  <Values row={row} of={row.customer} />
                </td>
                <td>{row.file ? <Values row={row} of={row.file} /> : t('notInFile')}</td>
                <td>
                  {row.correctedBy ?? t('deletedUser')}
                  <div className="note">{formatDateAndTime(row.correctedAt)}</div>
                </td>
                <td className="admin-list__actions">
                  {row.fileChanged && (
                    <Button
                      variant="outlined"
                      text={t('keep')}
                      aria-label={labelled(t('keep'), name)}
                      disabled={deciding.isPending}
                      onClick={onFirstClick(() => decide('keep'))}
                    />
                  )}
                  {!row.added && (
                    <Button
                      variant="minimal"
                      text={t('takeFile')}
                      aria-label={labelled(t('takeFile'), name)}
                      disabled={deciding.isPending}
                      onClick={onFirstClick(() => decide('file'))}
                    />
                  )}
                  <RowAction
                    name={t('correct', { name })}
                    icon={<Edit />}
                    onClick={() => onEdit(externalId)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </ScrollingTable>
    </section>
  );
}

/** What a customer has in the fields that were corrected; of one that was added, in those that have something. */
function Values({ row, of }: { row: CorrectedCustomer; of: CustomerFields }) {
  const { t } = useTranslation('customers');
  const fields = row.corrected as (keyof CustomerFields)[];
  return (
    <dl className="facts">
      {fields
        .filter((field) => !row.added || row.customer[field] !== null || row.file?.[field])
        .map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd>{said(field, of[field])}</dd>
          </div>
        ))}
    </dl>
  );

  function said(field: keyof CustomerFields, value: string | boolean | null): string {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (value === null || value === '') return '–';
    if (field === 'channel') return t(`channel.${value}` as 'channel.APO');
    return field === 'language' ? t(`language.${value}` as 'language.de') : value;
  }
}
