import { Menu, MenuItem, Tag } from '@blueprintjs/core';
import { renderFilteredItems, Suggest } from '@blueprintjs/select';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
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
  const keyword = useSettled(text.trim());
  const search = useQuery(customerSearchQuery(keyword));
  const suggest = useRef<Suggest<Customer>>(null);
  // Enter takes the first of them: what was found for other words is nobody whom it may take.
  const found =
    keyword === text.trim() && keyword.length >= minKeywordLength ? (search.data?.customers ?? []) : [];
  // Where nothing is typed, or there is nothing to choose from, the list would lie over the reason.
  const hasList = text.trim() !== '' && !search.isError;

  function type(typed: string) {
    setText(typed);
    // Pasted with the mouse too, which it would not open for.
    if (typed.trim()) suggest.current?.setState({ isOpen: true });
  }

  function choose(customer: Customer) {
    setText('');
    onChoose(customer);
  }

  return (
    <>
      <Suggest<Customer>
        ref={suggest}
        fill
        openOnKeyDown
        resetOnClose={false}
        query={text}
        onQueryChange={type}
        items={found}
        selectedItem={null}
        onItemSelect={choose}
        inputValueRenderer={() => ''}
        inputProps={{
          id,
          inputRef: keepTypedAndFocus,
          maxLength: longestText,
          placeholder: t('form.searchPlaceholder'),
          onKeyDown: (event) => keepFromForm(event, hasList),
          ...(isInvalid && { 'aria-invalid': true }),
        }}
        popoverProps={{ minimal: true, matchTargetWidth: true, ...(!hasList && { isOpen: false }) }}
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

/**
 * Suggest selects what stands in its field a frame after that has the focus: whoever is faster than the frame has typed by
 * then, and would replace it by the next letter. And it leaves the field when its list closes: the focus would be nowhere.
 */
function keepTypedAndFocus(input: HTMLInputElement | null) {
  if (!input) return;
  input.setSelectionRange = () => undefined;
  input.blur = () => undefined;
}

/**
 * Enter takes a customer; before there is one to take it must not send the form. Escape closes the list of those found,
 * and not the dialog too.
 */
function keepFromForm(event: KeyboardEvent, hasList: boolean) {
  if (event.key === 'Enter') event.preventDefault();
  if (event.key === 'Escape' && hasList && event.currentTarget.getAttribute('aria-expanded') === 'true') {
    event.stopPropagation();
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
