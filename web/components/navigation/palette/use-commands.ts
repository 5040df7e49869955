import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router';
import { isLanguage, languages } from '#shared/languages.ts';
import { sessionQuery, signOut } from '../../../api/session.ts';
import { dashboardPart, hasOneAddress, type PageGroup } from '../../../page.ts';
import { useSwitchLanguage } from '../../shell/use-switch-language.ts';
import { documentAddress, legalDocuments } from '../documents.ts';
import { useDashboardPath } from '../use-dashboard-path.ts';
import { useGo } from '../use-go.ts';
import { usePageLabel } from '../use-page-label.ts';
import { usePages } from '../use-pages.ts';
import type { Command } from './command.ts';

/** Every page that the caller may open and everything that can be done from anywhere. */
export function useCommands(): Command[] {
  const { t, i18n } = useTranslation(['shell', 'portal', 'upload']);
  const { data: user } = useQuery(sessionQuery);
  const go = useGo();
  const pagesIn = usePages();
  const nameOf = usePageLabel();
  const switchTo = useSwitchLanguage();
  const opened = useMatch('/dashboard/:directLinkId/*')?.params.directLinkId;
  const directLinkId = opened === 'help' ? undefined : opened;
  const pathOf = useDashboardPath(directLinkId ?? '');

  const page = (to: string, text: string, detail?: string): Command => ({
    id: `page:${to}`,
    group: 'pages',
    text,
    ...(detail && { detail }),
    run: () => go(to),
  });
  const action = (name: string, text: string, run: () => void): Command => ({
    id: `action:${name}`,
    group: 'actions',
    text,
    run,
  });
  const language = isLanguage(i18n.language) ? i18n.language : 'de';

  const pagesOf = (...groups: PageGroup[]) =>
    groups
      .flatMap((group) => pagesIn(group))
      .filter(hasOneAddress)
      .map((each) => page(each.path, nameOf(each)));
  const pages = [
    ...(directLinkId
      ? pagesIn('dashboard').map((each) =>
          page(pathOf(dashboardPart(each)), nameOf(each), t('palette.thisDashboard')),
        )
      : []),
    ...pagesOf('topBar', 'market', 'admin', 'user', 'footer'),
    ...legalDocuments.map((name) => ({
      ...page(name, t(`footer.${name}`), 'PDF'),
      run: () => open(documentAddress(name, language), '_blank', 'noreferrer'),
    })),
    ...pagesOf('none'),
  ];
  const actions = [
    ...(user ? [action('upload', t('upload:upload'), () => go('/?upload'))] : []),
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
            go('/login');
          }),
        ]
      : []),
  ];
  return [...pages, ...actions];
}
