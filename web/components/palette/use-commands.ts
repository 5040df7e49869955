import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate } from 'react-router';
import { sessionQuery, signOut } from '../../api/session.ts';
import { isLanguage, languages } from '../../i18n/languages.ts';
import { pagesFor } from '../../pages/dashboard/dashboard-pages.ts';
import { useDashboardPath } from '../../pages/dashboard/layout/use-dashboard-path.ts';
import { documentAddress, legalDocuments } from '../documents.ts';
import { useSwitchLanguage } from '../shell/use-switch-language.ts';
import { useOpenItems } from '../use-open-items.ts';
import type { Command } from './command.ts';

/** Every page that the caller may open and everything that can be done from anywhere. */
export function useCommands(): Command[] {
  const { t, i18n } = useTranslation([
    'shell',
    'portal',
    'dashboard',
    'upload',
    'account',
    'setup',
    'groups',
  ]);
  const { data: user } = useQuery(sessionQuery);
  const open = useOpenItems();
  const navigate = useNavigate();
  const switchTo = useSwitchLanguage();
  const opened = useMatch('/dashboard/:directLinkId/*')?.params.directLinkId;
  const directLinkId = opened === 'help' ? undefined : opened;
  const dashboardPath = useDashboardPath(directLinkId ?? '');

  const page = (to: string, text: string, detail?: string): Command => ({
    id: `page:${to}`,
    group: 'pages',
    text,
    ...(detail && { detail }),
    run: () => navigate(to),
  });
  const action = (name: string, text: string, run: () => void): Command => ({
    id: `action:${name}`,
    group: 'actions',
    text,
    run,
  });
  const language = isLanguage(i18n.language) ? i18n.language : 'de';

  const pages = [
    ...(directLinkId
      ? pagesFor(Boolean(user)).map(({ path, label }) =>
          page(dashboardPath(path), t(label), t('palette.thisDashboard')),
        )
      : []),
    ...(user ? [page('/', t('portal:nav.acquisitionStatistics'))] : []),
    ...(open.length > 0 ? [page('/admin/setup', t('setup:nav'))] : []),
    page('/dashboard/help', t('portal:nav.help')),
    page('/complaints', t('footer.complaints')),
    ...legalDocuments.map((name) => ({
      ...page(name, t(`footer.${name}`), 'PDF'),
      run: () => window.open(documentAddress(name, language), '_blank', 'noreferrer'),
    })),
    ...(user
      ? []
      : [page('/login', t('portal:login.title')), page('/forgot-password', t('account:forgot.title'))]),
  ];
  const actions = [
    ...(user ? [action('upload', t('upload:upload'), () => navigate('/?upload'))] : []),
    ...languages
      .filter((each) => each !== language)
      .map((each) =>
        action(`language-${each}`, `${t('portal:nav.language')}: ${t(`portal:languages.${each}`)}`, () =>
          switchTo(each),
        ),
      ),
    ...(user
      ? [
          action('sign-out', t('portal:nav.signOut'), () => {
            signOut();
            navigate('/login');
          }),
        ]
      : []),
  ];
  return [...pages, ...actions];
}
