import { Button } from '@blueprintjs/core';
import {
  Cube,
  Envelope,
  EyeOpen,
  History,
  Notifications,
  Phone,
  ShoppingCart,
  Time,
} from '@blueprintjs/icons';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shared/calendar.ts';
import type { CustomerToCall as Customer, KeptOffer, Reason } from '#shared/schemas/today.ts';
import { MailLink, PhoneLink } from '../../components/feedback/contact-text.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { showDone } from '../../components/feedback/toasts.ts';
import { DayField } from '../../components/forms/day-field/day-field.tsx';
import { onFirstClick } from '../../components/forms/on-first-click.ts';
import { Link, useGo } from '../../components/navigation/link.tsx';
import { useDashboardPath } from '../../components/navigation/use-dashboard-path.ts';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatDateAndTime,
  formatMonth,
  formatPostalAddress,
  formatTimeRange,
} from '../../i18n/formats.ts';
import { customerPath } from '../../page.ts';
import { NoteForm } from '../customer/notes.tsx';
import type { useActions } from './use-actions.ts';
import '../../components/forms/forms.css';

interface CustomerToCallProps {
  customer: Customer;
  newStockoutDays: number;
  /** Today, YYYY-MM-DD. */
  day: string;
  actions: ReturnType<typeof useActions>;
}

/** One customer: who it is, why to call, what to offer, and what can be done. */
export function CustomerToCall({ customer, newStockoutDays, day, actions }: CustomerToCallProps) {
  const { t } = useTranslation('today');
  const go = useGo();
  const nameId = useId();
  const [opened, setOpened] = useState<'later' | 'note' | null>(null);
  const { externalId, directLinkId, lastDone, reckonedAt } = customer;
  const name = customer.name ?? t('unnamed');
  const isUnderWay = actions.isUnderWay(externalId);
  const failure = actions.failureOf(externalId, 'done');
  const label = (what: 'called' | 'ordered' | 'later' | 'note') =>
    t('doFor', { do: t(`do.${what}`), customer: name });

  function toggle(what: 'later' | 'note') {
    setOpened(opened === what ? null : what);
  }

  function noted() {
    setOpened((now) => (now === 'note' ? null : now));
    showDone(t('done.noted', { customer: name }), {
      text: t('done.toCustomer'),
      onClick: () => go(customerPath(externalId)),
    });
  }

  return (
    <li className="today__customer bp6-card" aria-labelledby={nameId}>
      <header className="row gap-4 row--top row--tight row--apart today__head">
        <div>
          <h2 id={nameId}>
            <Link to={customerPath(externalId)}>{name}</Link>
          </h2>
          <p className="row gap-4 row--top today__contact">
            {customer.address && <span>{formatPostalAddress(customer.address)}</span>}
            {customer.phone && (
              <span>
                <Phone size={14} /> <PhoneLink phone={customer.phone} />
              </span>
            )}
            {customer.mail && (
              <span>
                <Envelope size={14} /> <MailLink mail={customer.mail} />
              </span>
            )}
          </p>
          <p className="note today__note">
            {t('of', { period: formatTimeRange(customer), representative: customer.representative })}
            {lastDone &&
              ` · ${t(`lastDone.${lastDone.action === 'called' ? 'called' : 'ordered'}`, {
                at: formatDateAndTime(lastDone.madeAt),
                by: lastDone.by,
              })}`}
          </p>
        </div>
        <p className="today__potential">
          <span>{t('potential')}</span>
          <strong>{formatAmount(customer.potentialPerMonth)}</strong>
        </p>
      </header>
      <div className="today__body">
        <section>
          <h3>{t('reasons')}</h3>
          <ul className="stack plain-list today__reasons">
            {customer.reasons.map((reason) => (
              <ReasonItem
                key={reason.kind}
                reason={reason}
                customer={customer}
                newStockoutDays={newStockoutDays}
              />
            ))}
          </ul>
        </section>
        <section>
          <h3>{t('offers')}</h3>
          {customer.offers.length === 0 && (
            <p className="note today__note">{t(directLinkId && !reckonedAt ? 'notReckoned' : 'noOffers')}</p>
          )}
          <ul className="stack plain-list today__offers">
            {directLinkId &&
              customer.offers.map((offer) => (
                <OfferItem key={offer.article} offer={offer} directLinkId={directLinkId} />
              ))}
          </ul>
        </section>
      </div>
      <div className="row row--top today__actions">
        {(['called', 'ordered'] as const).map((action) => (
          <Button
            key={action}
            intent={action === 'called' ? 'primary' : 'none'}
            variant={action === 'called' ? 'solid' : 'outlined'}
            text={t(`do.${action}`)}
            aria-label={label(action)}
            disabled={isUnderWay}
            onClick={onFirstClick(() => actions.act({ externalId, name }, { action }))}
          />
        ))}
        {(['later', 'note'] as const).map((what) => (
          <Button
            key={what}
            variant="outlined"
            text={t(`do.${what}`)}
            aria-label={label(what)}
            aria-expanded={opened === what}
            disabled={isUnderWay}
            onClick={() => toggle(what)}
          />
        ))}
      </div>
      {failure && <FailureNotice {...failure} />}
      {opened === 'later' && (
        <Later
          day={day}
          isUnderWay={isUnderWay}
          onChoose={(until) => actions.act({ externalId, name }, { action: 'later', until })}
        />
      )}
      {opened === 'note' && (
        <div className="today__opened">
          <NoteForm number={externalId} onSaved={noted} />
        </div>
      )}
    </li>
  );
}

/** Days after which one can be reminded by one press. */
const soon = { tomorrow: 1, week: 7, month: 30 } as const;

interface LaterProps {
  /** Today, YYYY-MM-DD. */
  day: string;
  isUnderWay: boolean;
  onChoose: (until: string) => void;
}

/** When to be reminded: soon by one press, or on any day. */
function Later({ day, isUnderWay, onChoose }: LaterProps) {
  const { t } = useTranslation('today');
  const [chosen, setChosen] = useState('');
  const fieldId = useId();
  const isWrong = chosen !== '' && (chosen <= day || chosen > addDays(day, 366));
  return (
    <fieldset className="today__opened row today__later">
      <legend>{t('later.title')}</legend>
      {(Object.keys(soon) as (keyof typeof soon)[]).map((when) => (
        <Button
          key={when}
          variant="outlined"
          text={t(`later.${when}`)}
          disabled={isUnderWay}
          onClick={onFirstClick(() => onChoose(addDays(day, soon[when])))}
        />
      ))}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== '' && !isWrong) onChoose(chosen);
        }}
      >
        <label htmlFor={fieldId}>{t('later.day')}</label>
        <DayField id={fieldId} day={chosen} onChange={setChosen} />
        <Button
          type="submit"
          text={t('later.save')}
          disabled={chosen === '' || isWrong}
          loading={isUnderWay}
        />
        {isWrong && (
          <span className="form-problem" role="alert">
            {t('later.wrong')}
          </span>
        )}
      </form>
    </fieldset>
  );
}

const icons: Record<Reason['kind'], ComponentType<{ size?: number }>> = {
  reminder: Notifications,
  missing: Time,
  opened: EyeOpen,
  unsent: ShoppingCart,
  due: Cube,
  old: History,
};

interface ReasonItemProps {
  reason: Reason;
  customer: Customer;
  newStockoutDays: number;
}

/** What happened, when, with its figure; the words lead to where it comes from. */
function ReasonItem({ reason, customer, newStockoutDays }: ReasonItemProps) {
  const { t } = useTranslation(['today', 'portal']);
  const pathOf = useDashboardPath(customer.directLinkId ?? '');
  const Icon = icons[reason.kind];
  const { title, text, to, below } = told();
  return (
    <li data-kind={reason.kind}>
      <Icon size={16} />
      <div>
        {to ? <Link to={to}>{title}</Link> : title}
        <span className="note today__note">{text}</span>
        {below}
      </div>
    </li>
  );

  function told(): { title: string; text: string; to?: string; below?: ReactNode } {
    const ofCustomer = customerPath(customer.externalId);
    switch (reason.kind) {
      case 'reminder':
        return {
          title: t('reason.reminder', { day: formatDate(reason.day) }),
          text: t('reason.reminderText', { at: formatDateAndTime(reason.setAt) }),
          to: ofCustomer,
        };
      case 'missing':
        return {
          title: t('reason.missing', { count: reason.products, products: formatCount(reason.products) }),
          text: t('reason.missingText', {
            amount: formatAmount(reason.potentialPerMonth),
            days: newStockoutDays,
          }),
          to: pathOf('not_deliverable', { sortBy: ['reportedOn'] }),
          below: (
            <ul className="stack gap-1 plain-list today__products">
              {reason.best.map(({ gtin, productName, alternativeProductName, since }) => (
                <li key={gtin}>
                  {productName}{' '}
                  <span className="note today__note">
                    {t('reason.since', { day: formatDate(since) })}
                    {alternativeProductName &&
                      `, ${t('reason.instead', { alternative: alternativeProductName })}`}
                  </span>
                </li>
              ))}
            </ul>
          ),
        };
      case 'opened':
        return {
          title: t('reason.opened', {
            count: reason.times,
            times: formatCount(reason.times),
            day: formatDate(reason.day),
          }),
          text: t('reason.openedText'),
          to: `/dashboard/${reason.directLinkId}`,
        };
      case 'unsent':
        return {
          title: t(reason.byCustomer ? 'reason.byCustomer' : 'reason.unsent', { order: reason.order }),
          text: t('reason.unsentText', {
            date: formatDate(reason.madeAt),
            packs: t('portal:packs', { count: reason.packs }),
            amount: formatAmount(reason.exFactorySum),
          }).concat(further(reason.orders)),
          to: wayTo(reason),
        };
      case 'due':
        return {
          title: t('reason.due', { day: formatDate(reason.day), order: reason.order }),
          text: [t('portal:packs', { count: reason.packs }), reason.wholesalerName]
            .filter(Boolean)
            .join(', ')
            .concat(further(reason.orders)),
          to: wayTo(reason),
        };
      case 'old':
        return {
          title: t('reason.old', { month: formatMonth(reason.month, reason.year) }),
          text: t('reason.oldText'),
          to: ofCustomer,
        };
    }
  }

  /** Of somebody else's order one's own cart says nothing. */
  function wayTo({ own, directLinkId }: Extract<Reason, { kind: 'unsent' | 'due' }>): string {
    if (!own) return customerPath(customer.externalId);
    return directLinkId ? `/dashboard/${directLinkId}/cart` : '/orders';
  }

  function further(orders: number): string {
    if (orders < 2) return '';
    return ` ${t('reason.further', { count: orders - 1, orders: formatCount(orders - 1) })}`;
  }
}

function OfferItem({ offer, directLinkId }: { offer: KeptOffer; directLinkId: string }) {
  const { t } = useTranslation(['today', 'portal']);
  const pathOf = useDashboardPath(directLinkId);
  const { productName, alternativeProductName, qtySum1, turnoverPotential, customersGain } = offer;
  return (
    <li>
      <Link to={pathOf('products', { article: [offer.article] })}>{productName ?? offer.article}</Link>
      <span className="today__alternative">→ {alternativeProductName}</span>
      <span className="note today__note">
        {t('offer', {
          packs: t('portal:packs', { count: qtySum1 }),
          potential: formatAmount(turnoverPotential),
          gain: formatAmount(customersGain),
        })}
      </span>
    </li>
  );
}
