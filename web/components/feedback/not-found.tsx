import { Search } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Link } from '../navigation/link.tsx';
import { useDocumentTitle } from '../navigation/use-document-title.ts';
import { PageMessage } from './page-message.tsx';

/** For unknown addresses, statistics that do not exist or whose link was disabled, and pages that are for others. */
export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('notFound.title'));
  return (
    <PageMessage
      icon={<Search size={40} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<Link to="/">{t('notFound.home')}</Link>}
    />
  );
}
