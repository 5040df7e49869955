import { InputGroup, Menu, MenuItem, PopoverNext, PopupKind, Tag } from '@blueprintjs/core';
import { Classes, QueryList, renderFilteredItems } from '@blueprintjs/select';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Customer, customerSearchQuery, minKeywordLength } from '../../../api/customers.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useSettled } from '../../../components/loading/use-settled.ts';
import { isInactive } from './customer-name.ts';
import { longestText } from './statistic-form.ts';

interface CustomerSearchProps {
  id: string;
  isInvalid: boolean;
  onChoose: (customer: Customer) => void;
}

/** Finds a customer while typing. */
export function CustomerSearch({ id, isInvalid, onChoose }: CustomerSearchProps) {
  const { t } = useTranslation('upload');
  const [text, setText] = useState('');
  const [isListed, setListed] = useState(false);
  const keyword = useSettled(text.trim());
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
        {[customer.ExternalID, customer.PrimaryParent, customer.Address].filter(Boolean).join(' · ')}
      </small>
    </span>
  );
}
