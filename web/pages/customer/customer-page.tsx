import { Tag } from '@blueprintjs/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { CustomerCart, CustomerPage } from '#shared/schemas/customer-page.ts';
import { isNotFound, requestJson } from '../../api/client.ts';
import { MailLink, PhoneLink } from '../../components/feedback/contact-text.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { NotFound } from '../../components/feedback/page-message.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatCount, formatDateAndTime, formatPostalAddress, formatTimeRange } from '../../i18n/formats.ts';
import { cartParameter } from '../dashboard/cart/cart-queries.ts';
import { CustomerFigures } from './customer-figures.tsx';
import { CustomerTimeline } from './customer-timeline.tsx';
import { LastOrderBrought } from './last-order.tsx';
import { Notes } from './notes.tsx';
import './customer-page.css';

/** While figures are being reckoned it is asked so often whether they are there. */
const RECKONING_MILLISECONDS = 5000;

const customerQuery = (number: string) =>
  queryOptions({
    queryKey: ['customer-page', number],
    queryFn: ({ signal }) =>
      requestJson<CustomerPage>(`/customers/${encodeURIComponent(number)}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.statistics.some(({ active, figures }) => active && !figures?.current)
        ? RECKONING_MILLISECONDS
        : false,
    staleTime: 0,
  });

/** All about one customer, as far as the user may see their statistics. */
export function Component() {
  const { t } = useTranslation(['customer', 'customers']);
  const { number = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(customerQuery(number));
  if (isNotFound(error)) return <NotFound />;
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  const name = data && (data.name ?? t('unnamed'));
  return (
    <article className="customer" aria-busy={isPending}>
      <PageHeader title={name ?? '…'} documentTitle={name} facts={data ? factsOf(data) : ['\u00a0']} />
      {isPending && <p role="status">{t('loading')}</p>}
      {data && (
        <>
          <CustomerFigures statistics={data.statistics} />
          <div className="columns columns--tablet customer__grid">
            <Part title={t('timeline.title')}>
              <CustomerTimeline {...data} />
            </Part>
            <div className="stack gap-4">
              <Part title={t('lastOrder.title')}>
                <LastOrderBrought number={number} />
              </Part>
              <Part title={t('notes.title')}>
                <Notes key={number} number={number} notes={data.notes} />
              </Part>
              <Part title={t('carts.title')}>
                <Carts carts={data.carts} />
              </Part>
            </div>
          </div>
        </>
      )}
    </article>
  );

  function factsOf({ externalId, known }: CustomerPage): ReactNode[] {
    return [
      t('number', { number: externalId }),
      known?.address && formatPostalAddress(known.address),
      known?.phone && <PhoneLink key="phone" phone={known.phone} />,
      known?.mail && <MailLink key="mail" mail={known.mail} />,
      known?.channel && t(`customers:channel.${known.channel}`),
      known?.language && t(`customers:language.${known.language}`),
      known?.parentName,
      known && !known.active && <Tag key="inactive">{t('customers:inactive')}</Tag>,
      !known && t('customers:notInFile'),
    ].filter(Boolean);
  }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="customer__part bp6-card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Carts({ carts }: { carts: readonly CustomerCart[] }) {
  const { t } = useTranslation('customer');
  if (carts.length === 0) return <p className="note customer__note">{t('carts.none')}</p>;
  return (
    <ul className="stack plain-list">
      {carts.map((cart) => {
        const { cartKey, directLinkId, own, ownerName, selectedRows: count, changedAt } = cart;
        return (
          <li key={cartKey}>
            <Link to={`/dashboard/${directLinkId}/cart${own ? '' : `?${cartParameter}=${cartKey}`}`}>
              {t('carts.products', { count, products: formatCount(count) })}
            </Link>
            <span className="note customer__note">
              {t(own ? 'carts.own' : 'carts.of', { owner: ownerName })} ·{' '}
              {t('carts.statistic', { period: formatTimeRange(cart) })} ·{' '}
              {t('carts.changed', { at: formatDateAndTime(changedAt) })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
