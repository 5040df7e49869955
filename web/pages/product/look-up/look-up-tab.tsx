import { Button, Callout, Card, FormGroup, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/client.ts';
import { findProductsQuery, productQuery } from '../../../api/products.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useDebounced } from '../../../components/loading/use-debounced.ts';
import { useAddress } from '../../../components/navigation/use-address.ts';
import { FoundProduct } from './found-product.tsx';

/** A product by GTIN, Pharmacode or name, and everything that is known of it. */
export default function LookUpTab() {
  const { t } = useTranslation('merged');
  const searchId = useId();
  const { parameters, go } = useAddress();
  const [typed, setTyped] = useState(parameters.get('find') ?? '');
  const text = useDebounced(typed.trim());
  const inAddress = parameters.get('find') ?? '';
  useEffect(() => {
    if (text !== inAddress) go({ find: text || null }, { replace: true });
  });
  const code = parameters.get('product') ?? '';
  const isCode = /^(\d{1,7}|\d{13})$/.test(code);
  const found = useQuery(findProductsQuery(text));
  const product = useQuery({ ...productQuery(code), enabled: isCode });
  const isUnknown = product.error instanceof ApiFailure && product.error.status === 404;
  return (
    <div className="stack gap-4">
      <Card className="stack gap-4 product-page__card">
        <FormGroup label={t('lookUp.search')} labelFor={searchId} helperText={t('lookUp.hint')}>
          <InputGroup
            id={searchId}
            type="search"
            maxLength={255}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </FormGroup>
        {found.isError && <FailureNotice intent="warning" error={found.error} onRetry={found.refetch} />}
        {text !== '' && found.isPending && (
          <div className="bp6-skeleton" style={{ height: 220 }} role="status" aria-label={t('loading')} />
        )}
        {text !== '' && found.data?.products.length === 0 && !found.isPlaceholderData && (
          <p role="status">{t('lookUp.none')}</p>
        )}
        {text !== '' && found.data && found.data.products.length > 0 && (
          <ul className="plain-list product-page__found" aria-busy={found.isPlaceholderData}>
            {found.data.products.map((each) => (
              <li key={each.gtin}>
                <Button
                  variant="minimal"
                  active={each.gtin === code}
                  onClick={() => go({ product: each.gtin })}
                >
                  {each.description}
                  <div className="note">
                    {[each.gtin, each.pharmacode, each.manufacturer].filter(Boolean).join(' · ')}
                  </div>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {text !== '' && found.data?.isCut && (
          <p role="status" className="note">
            {t('lookUp.cut', { most: found.data.products.length })}
          </p>
        )}
      </Card>
      {(isUnknown || (code !== '' && !isCode)) && (
        <Callout role="status" intent="warning">
          {t('lookUp.unknown', { code })}
        </Callout>
      )}
      {product.isError && !isUnknown && (
        <FailureNotice intent="warning" error={product.error} onRetry={product.refetch} />
      )}
      {isCode && product.isPending && (
        <Card className="stack gap-4 product-page__card">
          <div className="bp6-skeleton" style={{ height: 220 }} role="status" aria-label={t('loading')} />
        </Card>
      )}
      {product.data && <FoundProduct key={product.data.gtin} product={product.data} />}
    </div>
  );
}
