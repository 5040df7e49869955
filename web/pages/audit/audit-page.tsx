import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Download, History, Reset } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AuditChoices,
  type AuditEntry,
  type AuditFilter,
  auditChoicesQuery,
  auditQuery,
} from '../../api/audit.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../components/feedback/made-file.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { DayField } from '../../components/forms/day-field/day-field.tsx';
import { useDebounced } from '../../components/loading/use-debounced.ts';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatCount, formatDate, formatDateAndTime } from '../../i18n/formats.ts';
import { labelled } from '../../i18n/labelled.ts';
import { useSessionChoice } from '../upload/list/use-session-choice.ts';
import './audit-page.css';

type Named = Pick<AuditEntry, 'subject' | 'subjectKey' | 'subjectName'>;

/** Fields whose values are words of the program. */
const wordedFields = new Set(['role', 'link', 'language', 'missed', 'audience']);

/** Characters of a value that are shown; the downloads have all of it. */
const SHOWN = 300;

/** Numbers of these are counts; others are numbers of things, years and the like. */
const counts = new Set(['rows', 'products', 'uploads', 'carts', 'orders']);

/** What using a template file changed. */
type EffectCounts = { kind: 'file' | 'rows' | 'list' | 'customers'; first?: boolean } & Record<
  string,
  unknown
>;

/** Who changed what when, for every administrative change. */
export function Component() {
  const { t } = useTranslation('audit');
  const filter = useSessionChoice('audit.filter', noFilter);
  const asked = useDebounced(filter.choice);
  const list = useInfiniteQuery({ ...auditQuery(asked), refetchOnMount: 'always' });
  const choices = useQuery({ ...auditChoicesQuery, refetchOnMount: 'always' });
  const entries = list.data?.pages.flatMap((page) => page.entries);

  function content() {
    if (list.isError && !entries) return <FailureNotice error={list.error} onRetry={list.refetch} />;
    // That another filter found nothing says nothing of this one.
    if (!entries || (list.isPlaceholderData && entries.length === 0)) {
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
        <p className="row gap-4 row--tight audit__end">
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
        choices={choices.data}
        filter={filter.choice}
        isChanged={filter.isChanged}
        onChange={filter.choose}
        onReset={filter.reset}
      />
      {choices.isError && !list.isError && <FailureNotice error={choices.error} onRetry={choices.refetch} />}
      {content()}
    </article>
  );
}

const noFilter: AuditFilter = { person: '', kind: '', from: '', to: '', text: '' };

interface FilterFieldsProps {
  choices: AuditChoices | undefined;
  filter: AuditFilter;
  isChanged: boolean;
  onChange: (changed: Partial<AuditFilter>) => void;
  onReset: () => void;
}

function FilterFields({ choices, filter, isChanged, onChange, onReset }: FilterFieldsProps) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const persons = choices?.persons.map(({ id, name }) => ({
    value: id === null ? 'none' : String(id),
    label: name || t('nobody'),
  }));
  const kinds = choices?.kinds.map((kind) => ({ value: kind, label: words.kind(kind) }));
  return (
    <search className="row gap-3 row--end audit-filter" aria-label={t('filter.label')}>
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
      <fieldset className="row row--top audit__downloads">
        <legend className="visually-hidden">{t('download')}</legend>
        {forms.map((form) => (
          <Button
            key={form}
            variant="outlined"
            icon={<Download />}
            text={t(form)}
            aria-label={labelled(t('download'), t(form))}
            disabled={file.isUnderWay}
            onClick={() => fetchFile(form)}
          />
        ))}
      </fieldset>
      {file.isUnderWay && <MadeFileUnderWay onCancel={file.cancel} />}
      {file.error !== null && <FailureNotice error={file.error} onRetry={() => fetchFile(asked)} />}
    </>
  );
}

/** The changes, newest first: what, whose, by whom, each field as it was and as it is, and why. */
function AuditEntries({ entries, isStale }: { entries: readonly AuditEntry[]; isStale: boolean }) {
  const { t } = useTranslation('audit');
  return (
    <ol className="plain-list audit__entries" aria-label={t('title')} aria-busy={isStale}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const { before, after } = entry;
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => !(isEmpty(before?.[field]) && isEmpty(after?.[field])),
  );
  return (
    <li>
      <p className="note row gap-4">
        <time dateTime={entry.madeAt}>{formatDateAndTime(entry.madeAt)}</time>
        <span>{entry.userName || t('nobody')}</span>
      </p>
      <p className="audit__what">
        <strong>{words.action(entry.subject, entry.action)}</strong> <span>{words.subject(entry)}</span>
      </p>
      {fields.length > 0 && (
        <dl className="facts audit__changes">
          {fields.map((field) => (
            <div key={field}>
              <dt>{words.field(field)}</dt>
              <dd>
                <Value field={field} value={before?.[field]} />
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden"> {t('list.became')} </span>
                {entry.subject === 'template-file' && field === 'effect' ? (
                  <Effect effect={after?.[field] as EffectCounts} />
                ) : (
                  <Value field={field} value={after?.[field]} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {entry.reason !== null && <p className="audit__reason">{t('list.reason', { reason: entry.reason })}</p>}
    </li>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function Value({ field, value }: { field: string; value: unknown }) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  if (isEmpty(value)) return <span>–</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'yes' : 'no')}</span>;
  const text = typeof value === 'string' ? words.value(field, written(field, value)) : written(field, value);
  return <span>{text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}</span>;
}

/** As the other pages write it: days DD.MM.YYYY, counts by thousands, lists with commas. */
function written(field: string, value: unknown): string {
  if (typeof value === 'number' && counts.has(field)) return formatCount(value);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateAndTime(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function Effect({ effect }: { effect: EffectCounts }) {
  const { t } = useTranslation('templateFiles');
  const counts = Object.entries(effect).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatCount(value) : value,
  ]);
  return <span>{t(`effect.${effect.first ? 'first' : effect.kind}`, Object.fromEntries(counts))}</span>;
}

/** What was changed in words; for names that nobody has words for, the names made readable. */
function useAuditWords() {
  const { t, i18n } = useTranslation('audit');
  const word = (key: string, name: string) =>
    i18n.exists(`audit:${key}`) ? i18n.t(`audit:${key}` as 'audit:title') : readable(name);
  const textOf = (key: string, otherwise: string) =>
    i18n.exists(key) ? i18n.t(key as 'templateFiles:title') : otherwise;
  /** A document's key ends with its language. */
  const templateFile = (key: string) => {
    const [, document, language] = /^(.+)-(\w\w)$/.exec(key) ?? [];
    const name = textOf(`templateFiles:document.${document}`, '');
    const number = /^stockouts-wholesaler-(\d+)$/.exec(key)?.[1];
    if (number) return `${textOf('templateFiles:file.stockouts-wholesaler.name', key)} ${number}`;
    if (name === '') return textOf(`templateFiles:file.${key}.name`, key);
    return `${name} (${textOf(`templateFiles:language.${language}`, language ?? '')})`;
  };
  const kind = (name: string) => word(`kind.${name}`, name);
  const deed = (name: string) => word(`deed.${name}`, name);
  return {
    kind,
    field: (name: string) => word(`field.${name}`, name),
    /** The value of a field, where it is a word of the program, as users know it. */
    value: (field: string, value: string) =>
      wordedFields.has(field) ? textOf(`audit:value.${field}.${value}`, value) : value,
    /** How a thing is called: of a template file which one it is, too. */
    subject({ subject, subjectKey, subjectName }: Named): string {
      const name = subjectName || subjectKey;
      if (subject === 'setting') return textOf(`settings:name.${subjectKey}`, name);
      if (subject === 'setup-item') return textOf(`setup:items.${subjectKey}.title`, name);
      if (subject === 'held') return textOf(`operation:held.kind.${subjectKey}`, name);
      if (subject !== 'template-file') return name;
      return `${templateFile(subjectKey)}, ${name}`;
    },
    /** Of an action `kind.deed`. */
    action(subject: string, action: string) {
      return t('described', { kind: kind(subject), deed: deed(action.slice(action.indexOf('.') + 1)) });
    },
  };
}

/** `header-image` and `minimumOrderValue` as Header image and Minimum order value; NAMES_LIKE_THIS stay. */
function readable(name: string): string {
  if (/^[A-Z\d_]+$/.test(name)) return name;
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[-_.]+/g, ' ');
  const text = words.trim().toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
