import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '#shared/languages.ts';
import { portalQuery } from '../../api/portal.ts';
import { documentAddress, legalDocuments } from '../navigation/documents.ts';
import { Link } from '../navigation/link.tsx';
import { usePageLabel } from '../navigation/use-page-label.ts';
import { usePages } from '../navigation/use-pages.ts';
import './site-footer.css';

export function SiteFooter() {
  const { t, i18n } = useTranslation(['portal', 'shell']);
  const { data: portal } = useQuery(portalQuery);
  const pagesIn = usePages();
  const nameOf = usePageLabel();
  const contact = portal?.contact;
  const language = isLanguage(i18n.language) ? i18n.language : 'de';
  return (
    <footer className="site-footer">
      <div className="site-footer__inner">
        {portal && (
          <address className="site-footer__contact" aria-label={t('footer.label')}>
            <span>{contact?.address || portal.providerName}</span>
            {contact?.phone && <a href={`tel:${contact.phone.replace(/\s/g, '')}`}>{contact.phone}</a>}
            {contact?.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
          </address>
        )}
        <ul className="site-footer__documents" aria-label={t('shell:footer.documents')}>
          {legalDocuments.map((name) => (
            <li key={name}>
              <a href={documentAddress(name, language)} target="_blank" rel="noreferrer">
                {t(`shell:footer.${name}`)}
              </a>
            </li>
          ))}
          {pagesIn('footer').map((page) => (
            <li key={page.path}>
              <Link to={page.path}>{nameOf(page)}</Link>
            </li>
          ))}
        </ul>
        {portal?.demo && <p className="site-footer__demo">{t('footer.demo')}</p>}
      </div>
    </footer>
  );
}
