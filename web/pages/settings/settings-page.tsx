import { Button, Callout, Card, FormGroup, InputGroup } from '@blueprintjs/core';
import { Reset } from '@blueprintjs/icons';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Setting } from '#shared/schemas/setting.ts';
import { refusedFields, requestJson } from '../../api/client.ts';
import { feedingQuery } from '../../api/feeding-statistic.ts';
import { queryClient } from '../../api/query-client.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { NotKept } from '../../components/feedback/not-kept.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import { VersionConflict } from '../../components/forms/conflict-choice.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { useVersionedSave } from '../../components/forms/use-versioned-save.ts';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatDate, formatTimeRange } from '../../i18n/formats.ts';
import './settings-page.css';

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => requestJson<Setting[]>('/config', { signal }),
});

/** What administrators set for the whole portal. */
export function Component() {
  const { t } = useTranslation('settings');
  const settings = useQuery({ ...settingsQuery, refetchOnMount: 'always' });
  return (
    <article className="stack gap-4 settings" aria-busy={settings.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      {settings.isError && (
        <FailureNotice intent="warning" error={settings.error} onRetry={settings.refetch} />
      )}
      {settings.isPending && (
        <div className="bp6-skeleton" style={{ height: 640 }} role="status" aria-label={t('loading')} />
      )}
      {settings.data?.map((setting) => (
        <Card key={setting.key} className="settings__card">
          <SettingItem setting={setting} />
        </Card>
      ))}
      <Card className="settings__card">
        <FeedingSetting />
      </Card>
    </article>
  );
}

/** Which statistic stands for the market; it has a page of its own. */
function FeedingSetting() {
  const { t } = useTranslation('settings');
  const { t: feeding } = useTranslation('feeding');
  const { data, error, refetch } = useQuery({ ...feedingQuery, refetchOnMount: 'always' });
  const statistic = data?.statistic;
  return (
    <section aria-labelledby="setting-feeding">
      <h2 id="setting-feeding">{t('feeding.name')}</h2>
      <p>{t('feeding.meaning')}</p>
      {error && <FailureNotice intent="warning" error={error} onRetry={refetch} />}
      {data && (
        <p>
          <strong>
            {statistic ? `${statistic.fileName} (${formatTimeRange(statistic)})` : t('feeding.none')}
          </strong>
        </p>
      )}
      {(data?.state === 'disabled' || data?.state === 'deleted') && <p>{feeding(`state.${data.state}`)}</p>}
      <Link to="/admin/stockout-analyser">{t('feeding.page')}</Link>
      {data?.chosenAt && (
        <p className="settings__facts">
          <span>
            {t(data.chosenBy ? 'changedBy' : 'changed', {
              name: data.chosenBy ?? '',
              date: formatDate(data.chosenAt),
            })}
          </span>
        </p>
      )}
    </section>
  );
}

/** What is to be set; null: nothing, so that the default is in force. */
type Change = { value: Setting['value'] | null };

/** One setting: what it means, what is in force, what would be without it, and who changed it last. */
function SettingItem({ setting }: { setting: Setting }) {
  const { t } = useTranslation('settings');
  const words = useSettingWords();
  const { key, kind, isSet, variable } = setting;
  const { name, meaning, problem: problemText, inWords } = words(setting);
  const draft = useDraft(`setting:${key}`, { text: String(setting.value), isSet }, setting.version);
  const [checked, setChecked] = useState(false);
  const changing = useVersionedSave<Change, Setting>({
    save: ({ form, version }) => changeSetting(key, form.value, version),
    async findStored() {
      const settings = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });
      const stored = settings.find((each) => each.key === key);
      return stored && { form: { value: stored.isSet ? stored.value : null }, version: stored.version };
    },
    onSaved(_, { form: { value } }) {
      draft.forget();
      setChecked(false);
      showSuccess(t(value === null ? 'isReset' : 'saved', { name }));
    },
  });
  const { text } = draft.form;
  const value = readValue(setting, text);
  const isRefused = refusedFields(changing.error).includes('value');
  const isWrong = (checked && value === undefined) || isRefused;
  const fieldId = `setting-${key}`;

  function change(wanted: Setting['value'] | null) {
    const { text: was, isSet: wasSet } = draft.before;
    const before = { value: wasSet ? (readValue(setting, was) ?? was) : null };
    changing.save({ form: { value: wanted }, before, version: draft.version });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    changing.reset();
    if (value !== undefined) change(value);
    else document.getElementById(fieldId)?.focus();
  }

  function wordsOf({ value: wanted }: Change): string {
    return wanted === null ? t('default', { value: inWords(setting.default) }) : inWords(wanted);
  }

  /** Whatever the other one stored stays. */
  function leave() {
    changing.giveUp();
    draft.forget();
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby={`${fieldId}-name`}>
      <h2 id={`${fieldId}-name`}>
        <label htmlFor={fieldId}>{name}</label>
      </h2>
      <p id={`${fieldId}-meaning`}>{meaning}</p>
      <div className="row row--top settings__field">
        <FormGroup
          data-kind={kind}
          intent={isWrong ? 'danger' : 'none'}
          helperText={isWrong && <span id={`${fieldId}-problem`}>{problemText}</span>}
        >
          <InputGroup
            id={fieldId}
            value={text}
            disabled={changing.isPending}
            maxLength={kind === 'number' ? 20 : setting.most}
            inputMode={kind === 'number' ? 'numeric' : kind}
            intent={isWrong ? 'danger' : 'none'}
            aria-invalid={isWrong}
            aria-describedby={`${fieldId}-meaning${isWrong ? ` ${fieldId}-problem` : ''}`}
            onValueChange={(entered) => draft.change({ text: entered })}
          />
        </FormGroup>
        <Button
          type="submit"
          intent="primary"
          variant={draft.isChanged ? 'solid' : 'outlined'}
          text={t('save')}
          aria-label={t('saveOf', { name })}
          loading={changing.isPending}
        />
        {isSet && (
          <Button
            variant="outlined"
            icon={<Reset />}
            text={t('reset')}
            aria-label={t('resetOf', { name })}
            disabled={changing.isPending}
            onClick={() => change(null)}
          />
        )}
      </div>
      {setting.unknown.length > 0 && (
        <Callout intent="warning" role="status">
          {t('unknownCompanies', { companies: setting.unknown.join('; ') })}
        </Callout>
      )}
      {!draft.isKept && <NotKept />}
      <p className="settings__facts">
        <span>{isSet ? t('default', { value: inWords(setting.default) }) : t('isDefault')}</span>
        {variable && <span>{t('variable', { variable })}</span>}
        {setting.changedAt && (
          <span>
            {t(setting.changedBy ? 'changedBy' : 'changed', {
              name: setting.changedBy ?? '',
              date: formatDate(setting.changedAt),
            })}
          </span>
        )}
      </p>
      {changing.isError && !isRefused && <FailureNotice error={changing.error} />}
      <VersionConflict
        saving={changing}
        labelOf={() => name}
        textOf={(_, wanted) => wordsOf(wanted)}
        onClose={leave}
      />
    </form>
  );
}

type Bounds = Pick<Setting, 'kind' | 'least' | 'most'>;

/** What is sent for an entered text; undefined for what can't be one. The server looks closer at addresses and numbers. */
function readValue({ kind, least, most }: Bounds, text: string): Setting['value'] | undefined {
  const trimmed = text.trim();
  if (kind === 'email' && !/^\S+@\S+$/.test(trimmed)) return undefined;
  if (kind !== 'number') return trimmed;
  if (!/^\d{1,6}$/.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return number >= (least ?? 0) && number <= most ? number : undefined;
}

const known = [
  'PROVIDER_NAME',
  'PROVIDER_COMPANIES',
  'NEW_STOCKOUT_DAYS',
  'DEDUCTIBLE_RATE',
  'VAT_RATES',
  'CUSTOMER_NOTE_MONTHS',
  'DELETED_USER_MONTHS',
  'USAGE_MONTHS',
  'CONTACT_ADDRESS',
  'CONTACT_PHONE',
  'CONTACT_EMAIL',
  'EXPECTED_SWISSMEDIC_PACKS',
  'EXPECTED_BAG_SL_FHIR',
  'EXPECTED_BAG_SL_PRICES',
  'EXPECTED_STOCKOUTS_WHOLESALER',
  'EXPECTED_STOCKOUTS_DRUGSHORTAGE',
  'EXPECTED_STOCKOUTS_ENGPASSRADAR',
  'EXPECTED_STOCKOUTS_NATIONAL_SUPPLY',
  'EXPECTED_STOCKOUTS_OWN',
] as const;

/** What a setting is called and means; one that is newer than this page goes by its key. */
function useSettingWords() {
  const { t } = useTranslation('settings');
  return ({ key, least, most }: Setting) => {
    const name = known.find((each) => each === key);
    const inWords = (value: Setting['value']) => {
      if (value === '') return t('nothing');
      if (name === 'NEW_STOCKOUT_DAYS' || name?.startsWith('EXPECTED_'))
        return t('days', { count: Number(value) });
      if (name?.endsWith('_MONTHS')) return t('months', { count: Number(value) });
      return name === 'DEDUCTIBLE_RATE' ? `${value} %` : String(value);
    };
    if (!name) return { name: key, meaning: '', problem: t('problem.other'), inWords };
    return {
      name: t(`name.${name}`),
      meaning: t(`meaning.${name}`),
      problem: t(`problem.${name}`, { least, most }),
      inWords,
    };
  };
}

/**
 * Sets a value, or null: goes back to the default. Whatever is shown is asked anew, for much of it may depend on it. Throws
 * ApiFailure 412 where the setting has another version by now.
 */
async function changeSetting(
  key: string,
  value: Setting['value'] | null,
  ifMatch?: number,
): Promise<Setting> {
  const path = `/config/${encodeURIComponent(key)}`;
  const settings = await (value === null
    ? requestJson<Setting[]>(path, { method: 'DELETE', ifMatch })
    : requestJson<Setting[]>(path, { method: 'PUT', json: { value }, ifMatch }));
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'settings' });
  return settings.find((each) => each.key === key)!;
}
