import { Button } from '@blueprintjs/core';
import { Offline, Refresh, Search } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '../navigation/link.tsx';
import { useDocumentTitle } from '../navigation/page-header.tsx';
import './feedback.css';

interface PageMessageProps {
  icon: ReactNode;
  title: string;
  text?: string | undefined;
  action?: ReactNode;
  /** h1 where the message is the whole page, lower inside a part of one. */
  heading?: 'h1' | 'h2' | 'h3';
}

/** What stands where there is nothing else to show. */
export function PageMessage({ icon, title, text, action, heading: Heading = 'h1' }: PageMessageProps) {
  return (
    <div className="stack page-message">
      <div className="page-message__icon">{icon}</div>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

/** All that can be shown without the texts: why, and a way to try again. */
export function BootFailure() {
  const { t } = useTranslation('boot');
  return (
    <main>
      <PageMessage
        icon={<Offline size={36} />}
        title={t('failed')}
        action={<Button icon={<Refresh />} text={t('retry')} onClick={() => location.reload()} />}
      />
    </main>
  );
}

/** For unknown addresses, statistics that do not exist or whose link was disabled, and pages that are for others. */
export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('notFound.title'));
  return (
    <PageMessage
      icon={<Search size={36} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<Link to="/">{t('notFound.home')}</Link>}
    />
  );
}
