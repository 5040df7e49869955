import { Button, Callout, Card, Checkbox, Classes, Radio, RadioGroup } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Alerts, alertsQuery, saveAlerts } from '../../api/alerts.ts';
import { sessionQuery } from '../../api/session.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';

const kinds = ['replaceable', 'own', 'back'] as const;
const none: Alerts = { frequency: 'off', replaceable: false, own: false, back: false };

/** How often the user is told by mail, and of what. */
export function AlertsCard() {
  const { t } = useTranslation('subscriptions');
  // A mail's link may end them meanwhile.
  const alerts = useQuery({ ...alertsQuery, staleTime: 0, refetchOnWindowFocus: 'always' });
  const { data: user } = useQuery(sessionQuery);
  return (
    <Card className="subscriptions__card">
      <h2>{t('alerts.title')}</h2>
      <p>{t('alerts.intro', { email: user?.email ?? '' })}</p>
      {alerts.isError && <FailureNotice error={alerts.error} onRetry={alerts.refetch} />}
      {alerts.isPending && (
        <div className={Classes.SKELETON} inert>
          <AlertsForm saved={none} onUnchanged={alerts.refetch} />
        </div>
      )}
      {alerts.data && <AlertsForm saved={alerts.data} onUnchanged={alerts.refetch} />}
    </Card>
  );
}

interface AlertsFormProps {
  saved: Alerts;
  /** Called instead of saving what nobody has changed here: it may be another choice by now. */
  onUnchanged: () => Promise<unknown>;
}

function AlertsForm({ saved, onUnchanged }: AlertsFormProps) {
  const { t } = useTranslation('subscriptions');
  const [changed, setChanged] = useState<Partial<Alerts>>({});
  const [checked, setChecked] = useState(false);
  const alerts = { ...saved, ...changed };
  const off = alerts.frequency === 'off';
  const isChanged = Object.keys(changed).length > 0;
  const nothing = !off && kinds.every((kind) => !alerts[kind]);
  const saving = useMutation({
    mutationFn: async () => {
      await (isChanged ? saveAlerts(alerts) : onUnchanged());
    },
    onSuccess: () => setChanged({}),
  });
  const change = (part: Partial<Alerts>) => {
    saving.reset();
    setChanged({ ...changed, ...part });
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!nothing) saving.mutate();
  }

  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend id="alerts-frequency">{t('alerts.frequency')}</legend>
        <RadioGroup
          name="frequency"
          aria-labelledby="alerts-frequency"
          selectedValue={alerts.frequency}
          onChange={(event) => change({ frequency: event.currentTarget.value as Alerts['frequency'] })}
        >
          <Radio value="off" label={t('alerts.off')} />
          <Radio value="daily" label={t('alerts.daily')} />
          <Radio value="weekly" label={t('alerts.weekly')} />
        </RadioGroup>
      </fieldset>
      <fieldset disabled={off} aria-describedby="alerts-nothing">
        <legend>{t('alerts.kinds')}</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            disabled={off}
            checked={alerts[kind]}
            label={t(`alerts.kind.${kind}`)}
            onChange={(event) => change({ [kind]: event.currentTarget.checked })}
          />
        ))}
        <p id="alerts-nothing" role={checked && nothing ? 'alert' : undefined}>
          {checked && nothing ? t('alerts.nothing') : ''}
        </p>
      </fieldset>
      {saving.isError && <FailureNotice error={saving.error} />}
      <div className="subscriptions__actions">
        <Button type="submit" intent="primary" text={t('alerts.save')} loading={saving.isPending} />
        {saving.isSuccess && !isChanged && (
          <Callout compact role="status" intent="success" icon={<TickCircle />}>
            {t('alerts.saved')}
          </Callout>
        )}
      </div>
    </form>
  );
}
