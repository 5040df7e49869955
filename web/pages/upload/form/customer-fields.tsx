import {
  Alert,
  Button,
  ControlGroup,
  FormGroup,
  InputGroup,
  Menu,
  MenuItem,
  PopoverNext,
  PopupKind,
  Tag,
} from '@blueprintjs/core';
import { Classes, QueryList, renderFilteredItems } from '@blueprintjs/select';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameWithCity } from '#shared/customer-name.ts';
import { isNotFound } from '../../../api/client.ts';
import {
  type Customer,
  customerSearchQuery,
  lookUpCustomer,
  minKeywordLength,
} from '../../../api/customers.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useDebounced } from '../../../components/loading/use-debounced.ts';
import { isInactive, longestText, type StatisticForm } from './statistic-form.ts';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import { formatPostalAddress } from '../../../i18n/formats.ts';

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
  const lookup = useMutation({ mutationFn: lookUpCustomer });
  // Told here it is the newest that is heard, and none after a reset.
  const lookUp = () =>
    lookup.mutate(form.customer.trim(), {
      onSuccess: ({ wkpIdOneKey, wkpName, ActiveStatus }) =>
        choose(ActiveStatus, { customerExternalId: wkpIdOneKey, customerName: wkpName }),
    });
  function enter(changed: Partial<StatisticForm>) {
    lookup.reset();
    onChange(changed);
  }
  function lookUpOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (form.customer.trim()) lookUp();
  }
  const intent = problem ? 'danger' : 'none';
  return (
    <fieldset className="form-part">
      <legend>{t('form.customer')}</legend>
      <div className="row gap-4 row--top form-row">
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
            onChoose={(customer) => {
              lookup.reset();
              choose(customer.ActiveStatus, {
                customer: '',
                customerExternalId: customer.ExternalID,
                customerName: nameWithCity(customer.FullName, customer.Address),
              });
            }}
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
              onValueChange={(customer) => enter({ customer })}
              onKeyDown={lookUpOnEnter}
            />
            <Button
              text={t('form.lookUp')}
              disabled={!form.customer.trim()}
              loading={lookup.isPending}
              onClick={lookUp}
            />
          </ControlGroup>
        </FormGroup>
      </div>
      {lookup.isError && !isNotFound(lookup.error) && <FailureNotice error={lookup.error} onRetry={lookUp} />}
      <div className="row gap-4 row--top form-row">
        <FormGroup label={t('form.externalId')} labelFor="customer-external-id">
          <InputGroup
            id="customer-external-id"
            maxLength={longestText}
            readOnly={!form.testUpload}
            intent={intent}
            value={form.customerExternalId}
            onValueChange={(customerExternalId) => enter({ customerExternalId })}
          />
        </FormGroup>
        <FormGroup className="form-row__wide" label={t('form.customerName')} labelFor="customer-name">
          <InputGroup
            id="customer-name"
            maxLength={longestText}
            readOnly={!form.testUpload}
            value={form.customerName}
            onValueChange={(customerName) => enter({ customerName })}
          />
        </FormGroup>
      </div>
      <Alert
        isOpen={doubtful !== null}
        aria-labelledby={questionId}
        intent="warning"
        cancelButtonText={t('portal:action.cancel')}
        confirmButtonText={t('form.inactiveConfirm')}
        canEscapeKeyCancel
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

interface CustomerSearchProps {
  id: string;
  isInvalid: boolean;
  onChoose: (customer: Customer) => void;
}

/** Finds a customer while typing. */
function CustomerSearch({ id, isInvalid, onChoose }: CustomerSearchProps) {
  const { t } = useTranslation('upload');
  const [text, setText] = useState('');
  const [isListed, setListed] = useState(false);
  const keyword = useDebounced(text.trim());
  const search = useQuery(customerSearchQuery(keyword));
  // Enter takes the first of them: what was found for other words is nobody whom it may take.
  const found =
    keyword === text.trim() && keyword.length >= minKeywordLength ? (search.data?.customers ?? []) : [];
  // Where nothing is typed, or there is nothing to choose from, the list would lie over the reason.
  const isOpen = isListed && text.trim() !== '' && !search.isError;

  function type(typed: string) {
    setText(typed);
    setListed(true);
  }

  function choose(customer: Customer) {
    setText('');
    // A press on one of them has taken the focus from the field.
    document.getElementById(id)?.focus();
    onChoose(customer);
  }

  function press(event: KeyboardEvent) {
    // Before there is one to take it must not send the form.
    if (event.key === 'Enter') event.preventDefault();
    // Closes the list of those found, and not the dialog too.
    if (event.key === 'Escape' && isOpen) event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') setListed(false);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setListed(true);
  }

  return (
    <>
      <QueryList<Customer>
        query={text}
        onQueryChange={type}
        items={found}
        onItemSelect={choose}
        menuProps={{ 'aria-label': t('form.search') }}
        renderer={(list) => (
          <PopoverNext
            isOpen={isOpen}
            onInteraction={setListed}
            autoFocus={false}
            enforceFocus={false}
            // It would do so once the list has faded out, from wherever the focus is by then.
            shouldReturnFocusOnClose={false}
            placement="bottom-start"
            popupKind={PopupKind.LISTBOX}
            arrow={false}
            animation="minimal"
            matchTargetWidth
            popoverClassName={Classes.SELECT_POPOVER}
            content={<div>{list.itemList}</div>}
            renderTarget={({ ref }) => (
              <InputGroup
                id={id}
                inputRef={ref}
                fill
                role="combobox"
                autoComplete="off"
                maxLength={longestText}
                placeholder={t('form.searchPlaceholder')}
                value={text}
                aria-autocomplete="list"
                aria-controls={list.listId}
                aria-expanded={isOpen}
                {...(isInvalid && { 'aria-invalid': true })}
                onChange={list.handleQueryChange}
                onKeyDown={(event) => {
                  if (isOpen) list.handleKeyDown(event);
                  press(event);
                }}
                onKeyUp={isOpen ? list.handleKeyUp : undefined}
              />
            )}
          />
        )}
        itemListRenderer={(list) => (
          <Menu {...list.menuProps} role="listbox" ulRef={list.itemsParentRef}>
            {renderFilteredItems(list, <MenuItem disabled text={hintText()} roleStructure="listoption" />)}
            {list.items.length > 0 && search.data?.isCut && (
              <MenuItem
                disabled
                multiline
                text={t('form.searchCut', { most: list.items.length })}
                roleStructure="listoption"
              />
            )}
          </Menu>
        )}
        itemRenderer={(customer, { handleClick, handleFocus, modifiers, ref }) => (
          <MenuItem
            key={customer.ExternalID}
            ref={ref}
            roleStructure="listoption"
            active={modifiers.active}
            multiline
            text={<CustomerLine customer={customer} />}
            labelElement={isInactive(customer.ActiveStatus) && <Tag minimal>{t('form.inactive')}</Tag>}
            onClick={handleClick}
            onFocus={handleFocus}
          />
        )}
      />
      {search.isError && <FailureNotice error={search.error} onRetry={search.refetch} />}
    </>
  );

  function hintText(): string {
    if (text.trim().length < minKeywordLength) return t('form.searchMore');
    return search.isSuccess && keyword === text.trim() ? t('form.searchNoResult') : t('form.searching');
  }
}

function CustomerLine({ customer }: { customer: Customer }) {
  return (
    <span className="customer-line">
      <strong>{customer.FullName}</strong>
      <small>
        {[customer.ExternalID, customer.PrimaryParent, formatPostalAddress(customer.Address)]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </span>
  );
}
