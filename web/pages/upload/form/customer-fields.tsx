import { Button, ControlGroup, FormGroup, InputGroup } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { lookUpCustomer } from '../../../api/customers.ts';
import { isNotFound } from '../../../api/failure.ts';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { nameWithCity } from './customer-name.ts';
import { CustomerSearch } from './customer-search.tsx';
import { longestText, type StatisticForm } from './statistic-form.ts';

export interface FieldsProps {
  form: StatisticForm;
  onChange: (changed: Partial<StatisticForm>) => void;
}

/** Who the statistic is of: found by search or by key; typed only for test uploads. */
export function CustomerFields({ form, onChange, problem }: FieldsProps & { problem: string | undefined }) {
  const { t } = useTranslation('upload');
  const lookup = useMutation({
    mutationFn: () => lookUpCustomer(form.customer.trim()),
    onSuccess: ({ wkpIdOneKey, wkpName }) =>
      onChange({ customerExternalId: wkpIdOneKey, customerName: wkpName }),
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
              onChange({
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
    </fieldset>
  );
}
