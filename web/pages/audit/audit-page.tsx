import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Download, History, Reset } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditFilter, auditChoicesQuery, auditQuery } from '../../api/audit.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { MadeFileProgress, useMadeFile } from '../../components/feedback/made-file.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { DayField } from '../../components/forms/day-field/day-field.tsx';
import { useDebounced } from '../../components/loading/use-debounced.ts';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatCount } from '../../i18n/formats.ts';
import { useSessionChoice } from '../upload/list/use-session-choice.ts';
import { AuditEntries } from './audit-entries.tsx';
import { useAuditWords } from './audit-words.ts';
import './audit-page.css';

/** Who changed what when, for every administrative change. */
export function Component() {
  const { t } = useTranslation('audit');
  const filter = useSessionChoice('audit.filter', noFilter);
  const asked = useDebounced(filter.choice);
  const list = useInfiniteQuery({ ...auditQuery(asked), refetchOnMount: 'always' });
  const entries = list.data?.pages.flatMap((page) => page.entries);

  function content() {
    if (list.isError && !entries) return <FailureNotice error={list.error} onRetry={list.refetch} />;
    if (!entries) {
      return <div className="audit__room bp6-skeleton" role="status" aria-label={t('loading')} />;
    }
    if (entries.length === 0) {
      return (
        <PageMessage
          heading="h2"
          icon={<History size={36} />}
          title={t(filter.isChanged ? 'noneFits' : 'none')}
          text={filter.isChanged ? undefined : t('noneText')}
        />
      );
    }
    return (
      <>
        <AuditDownloads filter={asked} />
        <AuditEntries entries={entries} isStale={list.isPlaceholderData} />
        {list.isFetchNextPageError && (
          <FailureNotice error={list.error} onRetry={() => list.fetchNextPage()} />
        )}
        <p className="audit__end">
          <span role="status">
            {t('shown', { count: entries.length, entries: formatCount(entries.length) })}
          </span>
          {list.hasNextPage && (
            <Button
              variant="outlined"
              text={t('more')}
              loading={list.isFetchingNextPage}
              onClick={() => list.fetchNextPage()}
            />
          )}
        </p>
      </>
    );
  }

  return (
    <article className="audit" aria-busy={list.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      <FilterFields
        filter={filter.choice}
        isChanged={filter.isChanged}
        onChange={filter.choose}
        onReset={filter.reset}
      />
      {content()}
    </article>
  );
}

const noFilter: AuditFilter = { person: '', kind: '', from: '', to: '', text: '' };

interface FilterFieldsProps {
  filter: AuditFilter;
  isChanged: boolean;
  onChange: (changed: Partial<AuditFilter>) => void;
  onReset: () => void;
}

function FilterFields({ filter, isChanged, onChange, onReset }: FilterFieldsProps) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const { data: choices } = useQuery({ ...auditChoicesQuery, refetchOnMount: 'always' });
  const persons = choices?.persons.map(({ id, name }) => ({
    value: id === null ? 'none' : String(id),
    label: name || t('nobody'),
  }));
  const kinds = choices?.kinds.map((kind) => ({ value: kind, label: words.kind(kind) }));
  return (
    <search className="audit-filter" aria-label={t('filter.label')}>
      <Choice name="person" value={filter.person} options={persons ?? []} onChange={onChange} />
      <Choice name="kind" value={filter.kind} options={kinds ?? []} onChange={onChange} />
      {(['from', 'to'] as const).map((name) => (
        <FormGroup key={name} label={t(`filter.${name}`)} labelFor={`audit-${name}`}>
          <DayField id={`audit-${name}`} day={filter[name]} onChange={(day) => onChange({ [name]: day })} />
        </FormGroup>
      ))}
      <FormGroup label={t('filter.text')} labelFor="audit-text">
        <InputGroup
          id="audit-text"
          maxLength={255}
          value={filter.text}
          onValueChange={(text) => onChange({ text })}
        />
      </FormGroup>
      {isChanged && <Button variant="minimal" icon={<Reset />} text={t('filter.reset')} onClick={onReset} />}
    </search>
  );
}

interface ChoiceProps {
  name: 'person' | 'kind';
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: FilterFieldsProps['onChange'];
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation('audit');
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <FormGroup label={t(`filter.${name}`)} labelFor={`audit-${name}`}>
      <HTMLSelect
        fill
        id={`audit-${name}`}
        value={value}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      >
        <option value="">{t('filter.all')}</option>
        {!isListed && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}

const forms = ['excel', 'csv'] as const;
type Form = (typeof forms)[number];

/** All entries that fit the filter as a file, one line per field that changed. */
function AuditDownloads({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation('audit');
  const file = useMadeFile();
  const [asked, setAsked] = useState<Form>('excel');

  function fetchFile(form: Form) {
    setAsked(form);
    const chosen = Object.entries(filter).filter(([, value]) => value !== '');
    return file.start(`/audit/${form}`, new URLSearchParams(chosen));
  }

  return (
    <>
      <fieldset className="audit__downloads">
        <legend className="visually-hidden">{t('download')}</legend>
        {forms.map((form) => (
          <Button
            key={form}
            variant="outlined"
            icon={<Download />}
            text={t(form)}
            aria-label={`${t('download')}: ${t(form)}`}
            disabled={file.progress !== null}
            onClick={() => fetchFile(form)}
          />
        ))}
      </fieldset>
      {file.progress && <MadeFileProgress progress={file.progress} onCancel={file.cancel} />}
      {file.error !== null && <FailureNotice error={file.error} onRetry={() => fetchFile(asked)} />}
    </>
  );
}
