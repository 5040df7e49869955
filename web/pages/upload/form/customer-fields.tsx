import { Alert, Button, ControlGroup, FormGroup, InputGroup } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../../../api/client.ts';
import { lookUpCustomer } from '../../../api/customers.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { isInactive, nameWithCity } from './customer-name.ts';
import { CustomerSearch } from './customer-search.tsx';
import { longestText, type StatisticForm } from './statistic-form.ts';

export interface FieldsProps {
  form: StatisticForm;
  onChange: (changed: Partial<StatisticForm>) => void;
}

/** Who the statistic is of: found by search or by key, an inactive one after a question; typed only for test uploads. */
export function CustomerFields({ form, onChange, problem }: FieldsProps & { problem: string | undefined }) {
  const { t } = useTranslation(['upload', 'portal']);
  const [doubtful, setDoubtful] = useState<Partial<StatisticForm> | null>(null);
  const questionId = useId();
  const choose = (activeStatus: string, chosen: Partial<StatisticForm>) =>
    isInactive(activeStatus) ? setDoubtful(chosen) : onChange(chosen);
  const lookup = useMutation({
    mutationFn: () => lookUpCustomer(form.customer.trim()),
    onSuccess: ({ wkpIdOneKey, wkpName, ActiveStatus }) =>
      choose(ActiveStatus, { customerExternalId: wkpIdOneKey, customerName: wkpName }),
  });
  function lookUpOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (form.customer.trim()) lookup.mutate();
  }
  const intent = problem ? 'danger' : 'none';
  return (
    <fieldset className="form-part">
      <legend>{t('form.customer')}</legend>
      <div className="form-row">
        <FormGroup
          className="form-row__wide"
          label={t('form.search')}
          labelFor="customer-search"
          intent={intent}
          helperText={problem}
        >
          <CustomerSearch
            id="customer-search"
            isInvalid={problem !== undefined}
            onChoose={(customer) =>
              choose(customer.ActiveStatus, {
                customer: '',
                customerExternalId: customer.ExternalID,
                customerName: nameWithCity(customer.FullName, customer.Address),
              })
            }
          />
        </FormGroup>
        <FormGroup
          label={t('form.key')}
          labelFor="customer-key"
          helperText={isNotFound(lookup.error) && <span role="alert">{t('form.noExternalId')}</span>}
        >
          <ControlGroup fill>
            <InputGroup
              id="customer-key"
              maxLength={longestText}
              value={form.customer}
              onValueChange={(customer) => onChange({ customer })}
              onKeyDown={lookUpOnEnter}
            />
            <Button
              text={t('form.lookUp')}
              disabled={!form.customer.trim()}
              loading={lookup.isPending}
              onClick={() => lookup.mutate()}
            />
          </ControlGroup>
        </FormGroup>
      </div>
      {lookup.isError && !isNotFound(lookup.error) && (
        <FailureNotice error={lookup.error} onRetry={() => lookup.mutate()} />
      )}
      <div className="form-row">
        <FormGroup label={t('form.externalId')} labelFor="customer-external-id">
          <InputGroup
            id="customer-external-id"
            maxLength={longestText}
            readOnly={!form.testUpload}
            intent={intent}
            value={form.customerExternalId}
            onValueChange={(customerExternalId) => onChange({ customerExternalId })}
          />
        </FormGroup>
        <FormGroup className="form-row__wide" label={t('form.customerName')} labelFor="customer-name">
          <InputGroup
            id="customer-name"
            maxLength={longestText}
            readOnly={!form.testUpload}
            value={form.customerName}
            onValueChange={(customerName) => onChange({ customerName })}
          />
        </FormGroup>
      </div>
      <Alert
        isOpen={doubtful !== null}
        aria-labelledby={questionId}
        intent="warning"
        cancelButtonText={t('portal:action.cancel')}
        confirmButtonText={t('form.inactiveConfirm')}
        onCancel={() => setDoubtful(null)}
        onConfirm={() => {
          if (doubtful) onChange(doubtful);
          setDoubtful(null);
        }}
      >
        <p id={questionId}>{t('form.inactiveQuestion')}</p>
        <p>
          <strong>{doubtful?.customerName}</strong>, {doubtful?.customerExternalId}
        </p>
      </Alert>
    </fieldset>
  );
}
