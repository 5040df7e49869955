import { Button, Card, Checkbox, InputGroup, Switch } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scenario } from '#shared/schemas/scenario.ts';
import { type RequestOptions, requestJson } from '../../../api/client.ts';
import { Question } from '../../../components/dialogs/question.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { RowAction } from '../../../components/tables/row-action.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatDate } from '../../../i18n/formats.ts';
import {
  figureRows,
  scenariosPath,
  scenariosQuery,
  type WhatIfChoice,
  whatIfQuery,
} from './what-if-queries.ts';

/** Scenarios that stand beside each other. */
const MOST_COMPARED = 3;

interface ScenariosProps {
  directLinkId: string;
  /** What is kept when a name is given to it. */
  choice: WhatIfChoice;
  onOpen: (choice: WhatIfChoice) => void;
}

/** What is kept by name of this statistic, one's own and what colleagues show; up to three stand beside each other. */
export function Scenarios({ directLinkId, choice, onOpen }: ScenariosProps) {
  const { t } = useTranslation('whatIf');
  const queryClient = useQueryClient();
  const list = useQuery(scenariosQuery(directLinkId));
  const [name, setName] = useState('');
  const [compared, setCompared] = useState<readonly number[]>([]);
  const [asked, setAsked] = useState<Scenario | null>(null);
  const changing = useMutation({
    mutationFn: ({ id, ...options }: RequestOptions & { id?: number }) =>
      requestJson<Scenario[]>(scenariosPath(directLinkId, id), options),
    onSuccess: (scenarios) => {
      queryClient.setQueryData(scenariosQuery(directLinkId).queryKey, scenarios);
    },
    // Somebody may be asked about another scenario by the time that one is shown or hidden.
    onSettled: (_scenarios, _error, { method }) => {
      if (method === 'DELETE') setAsked(null);
    },
  });
  const scenarios = list.data ?? [];
  const beside = scenarios.filter(({ id }) => compared.includes(id));

  function keep(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') changing.mutate({ method: 'POST', json: { name, ...choice } });
  }
  return (
    <Card className="what-if__card what-if__scenarios">
      <h2>{t('scenarios.title')}</h2>
      <form className="what-if__keep" onSubmit={keep}>
        <InputGroup
          value={name}
          maxLength={100}
          placeholder={t('scenarios.name')}
          aria-label={t('scenarios.name')}
          onValueChange={setName}
        />
        <Button
          type="submit"
          text={t('scenarios.keep')}
          disabled={name.trim() === ''}
          loading={changing.isPending}
        />
      </form>
      {changing.isError && <FailureNotice error={changing.error} />}
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {list.data?.length === 0 && <p className="nothing">{t('scenarios.none')}</p>}
      <ul className="plain-list what-if__chosen" aria-label={t('scenarios.title')}>
        {scenarios.map((scenario) => (
          <li key={scenario.id} className="what-if__scenario">
            <Checkbox
              checked={compared.includes(scenario.id)}
              disabled={!compared.includes(scenario.id) && beside.length >= MOST_COMPARED}
              aria-label={t('scenarios.compare', { name: scenario.name })}
              onChange={({ currentTarget: { checked } }) =>
                setCompared([
                  ...beside.map(({ id }) => id).filter((id) => id !== scenario.id),
                  ...(checked ? [scenario.id] : []),
                ])
              }
            />
            <span className="what-if__entry">
              <Button
                variant="minimal"
                size="small"
                text={scenario.name}
                onClick={() => {
                  setName(scenario.own ? scenario.name : '');
                  onOpen(scenario.choice);
                }}
              />
              <span className="note what-if__kept">
                {scenario.own
                  ? formatDate(scenario.madeAt)
                  : `${scenario.ownerName}, ${formatDate(scenario.madeAt)}`}
                {scenario.changed && <> · {t('scenarios.changed')}</>}
              </span>
            </span>
            {scenario.own && (
              <>
                <Switch
                  checked={scenario.visible}
                  label={t('scenarios.visible')}
                  aria-label={t('scenarios.visibleOf', { name: scenario.name })}
                  onChange={({ currentTarget: { checked } }) =>
                    changing.mutate({ method: 'PUT', id: scenario.id, json: { visible: checked } })
                  }
                />
                <RowAction
                  name={t('scenarios.delete', { name: scenario.name })}
                  icon={<Trash />}
                  onClick={() => setAsked(scenario)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {beside.length > 0 && <Compared {...{ directLinkId, beside }} />}
      {asked && (
        <Question
          title={asked.name}
          icon={<Trash size={36} />}
          confirm={t('scenarios.confirm')}
          isBusy={changing.isPending}
          onConfirm={() => changing.mutate({ method: 'DELETE', id: asked.id })}
          onClose={() => setAsked(null)}
        >
          <p>{t('scenarios.question')}</p>
        </Question>
      )}
    </Card>
  );
}

/** The figures after each of the scenarios, beside those of today, as they are reckoned now. */
function Compared({ directLinkId, beside }: { directLinkId: string; beside: readonly Scenario[] }) {
  const { t } = useTranslation('whatIf');
  const { provider } = useProvider();
  const answers = useQueries({
    queries: beside.map(({ choice }) => whatIfQuery(directLinkId, choice)),
  });
  const today = answers.find(({ data }) => data)?.data;
  const failed = answers.find(({ isError }) => isError);
  if (failed) return <FailureNotice error={failed.error} onRetry={failed.refetch} />;
  return (
    <ScrollingTable label={t('scenarios.beside')} isStale={answers.some(({ isFetching }) => isFetching)}>
      <thead>
        <tr>
          <th scope="col">{t('figures.figure')}</th>
          <th scope="col">{t('figures.before')}</th>
          {beside.map(({ id, name }) => (
            <th key={id} scope="col" className="what-if__scenario-name">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figureRows.map(([figure, format]) => (
          <tr key={figure}>
            <th scope="row">{t(`figure.${figure}`, { provider })}</th>
            <td>{today && format(today[figure])}</td>
            {beside.map(({ id }, place) => (
              <td key={id}>{answers[place]?.data && format(answers[place].data[`${figure}After`])}</td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{t('switches.gain')}</th>
          <td />
          {beside.map(({ id }, place) => (
            <td key={id}>{answers[place]?.data && formatAmount(answers[place].data.customersGain)}</td>
          ))}
        </tr>
      </tbody>
    </ScrollingTable>
  );
}
