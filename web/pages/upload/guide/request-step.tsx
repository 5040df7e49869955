import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { DocumentIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/languages.ts';
import { type Wholesaler, wholesalersQuery } from '../../../api/wholesalers.ts';
import { ContactText } from '../../../components/feedback/contact-text.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { documentAddress, releaseForms } from '../../../components/navigation/documents.ts';

/** Business types, each with the wholesalers that serve it. */
const channels = {
  APO: (wholesaler: Wholesaler) => wholesaler.enabledForApo,
  SD: (wholesaler: Wholesaler) => wholesaler.enabledForSd,
};

/** Whom to ask for the statistic, and what the customer has to sign. */
export function RequestStep() {
  const { t } = useTranslation(['guide', 'portal']);
  const wholesalers = useQuery(wholesalersQuery);
  const [channel, setChannel] = useState<keyof typeof channels>('APO');
  const [wholesalerId, setWholesalerId] = useState('');
  const offered = (wholesalers.data ?? []).filter(({ retired }) => !retired).filter(channels[channel]);
  const chosen = offered.find(({ wholesalerID }) => String(wholesalerID) === wholesalerId);
  return (
    <>
      <p>{t('request.text')}</p>
      <section className="guide-part" aria-labelledby="guide-forms">
        <h3 id="guide-forms">{t('request.forms')}</h3>
        <ul className="guide-forms">
          {languages.map((language) => (
            <li key={language}>
              <span className="guide-forms__language">{t(`portal:languages.${language}`)}</span>
              {releaseForms.map((name) => (
                <a key={name} href={documentAddress(name, language)} target="_blank" rel="noreferrer">
                  <DocumentIcon size={14} /> {t(`request.${name}`)}
                  <span className="visually-hidden">, {t(`portal:languages.${language}`)}</span>
                </a>
              ))}
            </li>
          ))}
        </ul>
      </section>
      <section className="guide-part" aria-labelledby="guide-wholesaler">
        <h3 id="guide-wholesaler">{t('request.whom')}</h3>
        {wholesalers.isError && <FailureNotice error={wholesalers.error} onRetry={wholesalers.refetch} />}
        <div className="form-row">
          <FormGroup label={t('request.channel')} labelFor="guide-channel">
            <HTMLSelect
              fill
              id="guide-channel"
              value={channel}
              onChange={(event) => setChannel(event.currentTarget.value as keyof typeof channels)}
            >
              {(Object.keys(channels) as (keyof typeof channels)[]).map((name) => (
                <option key={name} value={name}>
                  {t(`request.${name}`)}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
          <FormGroup
            className="form-row__wide"
            label={t('request.wholesaler')}
            labelFor="guide-wholesaler-id"
          >
            <HTMLSelect
              fill
              id="guide-wholesaler-id"
              value={chosen ? wholesalerId : ''}
              onChange={(event) => setWholesalerId(event.currentTarget.value)}
            >
              <option value="">{t('request.choose')}</option>
              {offered.map(({ wholesalerID, wholesalerName }) => (
                <option key={wholesalerID} value={String(wholesalerID)}>
                  {wholesalerName}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        </div>
        <div className="guide-contact" role="status">
          {chosen && (
            <>
              <strong>{chosen.wholesalerName}</strong>
              <ContactText text={chosen.acquisitionStatisticContact || t('request.noContact')} />
            </>
          )}
        </div>
      </section>
    </>
  );
}
