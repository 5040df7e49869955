import { Dialog } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router';
import { isLanguage, languages } from '#shared/languages.ts';
import { requestJson } from '../../../api/client.ts';
import { sessionQuery, signOut } from '../../../api/session.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { hasOneAddress, type PageGroup } from '../../../page.ts';
import { dashboardPart } from '../../../page-list.ts';
import { failureText } from '../../feedback/failure-notice.tsx';
import { useDebounced } from '../../loading/use-debounced.ts';
import { chooseTheme, themes, useTheme } from '../../shell/theme.ts';
import { useSwitchLanguage } from '../../shell/use-switch-language.ts';
import { documentAddress, legalDocuments } from '../documents.ts';
import { useGo } from '../link.tsx';
import { useDashboardPath } from '../use-dashboard-path.ts';
import { usePageLabel, usePages } from '../use-pages.ts';
import { type Command, commandGroups, matches } from './command.ts';
import './command-palette.css';

/** One field from which any statistic, page and action is a few letters away. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const portal = useTranslation();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const commands = useCommands();
  const found = useFoundStatistics(typed);
  const offered = [...found.commands, ...commands.filter(({ text }) => matches(typed, text))];
  const current = Math.min(chosen, offered.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((current + step + offered.length) % Math.max(1, offered.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(offered[current]);
    }
  }

  return (
    <Dialog isOpen className="palette" onClose={onClose} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {t('palette.open')}
      </h2>
      <div className="row gap-3 row--tight palette__field">
        <Search />
        <input
          autoFocus
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={offered.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          maxLength={255}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={move}
        />
      </div>
      {found.error ? (
        <p role="alert" className="palette__note">
          {failureText(found.error, portal.t)}
        </p>
      ) : null}
      <div className="palette__list" role="listbox" id={`${id}-list`} aria-label={t('palette.results')}>
        {commandGroups.map((group) => {
          const members = offered.filter((command) => command.group === group);
          if (members.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div className="note palette__group" id={`${id}-${group}`} role="presentation">
                {t(`palette.${group}`)}
              </div>
              {members.map((command) => {
                const index = offered.indexOf(command);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option.
                  <div
                    key={command.id}
                    id={optionId(index)}
                    className="palette__option"
                    role="option"
                    aria-selected={index === current}
                    onClick={() => run(command)}
                    onPointerMove={() => setChosen(index)}
                  >
                    <span>{command.text}</span>
                    {command.detail && <span className="note">{command.detail}</span>}
                  </div>
                );
              })}
              {group === 'statistics' && found.isCut && (
                <div className="note palette__cut" role="presentation">
                  {t('palette.cut')}
                </div>
              )}
            </div>
          );
        })}
      </div>
      {offered.length === 0 && (
        <p role="status" className="palette__note">
          {t('palette.nothing')}
        </p>
      )}
    </Dialog>
  );
}

const most = 8;

/** The newest uploads whose customer's name or external id holds the text, among those the user may see. */
function foundQuery(typed: string) {
  const search = (field: 'customerName' | 'customerExternalId', signal: AbortSignal) =>
    requestJson<Statistic[]>('/statistics', { query: { PageSize: most + 1, [field]: typed }, signal });
  return queryOptions({
    queryKey: ['statistics-found', typed],
    queryFn: async ({ signal }) => {
      const found = await Promise.all([
        search('customerName', signal),
        ...(typed ? [search('customerExternalId', signal)] : []),
      ]);
      const byId = new Map(found.flat().map((statistic) => [statistic.bezugsStatistikID, statistic]));
      return [...byId.values()];
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Statistics to jump to, and whether there are more; a failure to find any is shown by the caller. */
function useFoundStatistics(typed: string): { commands: Command[]; isCut: boolean; error: unknown } {
  const { data: user } = useQuery(sessionQuery);
  const go = useGo();
  const { t } = useTranslation('upload');
  const settled = useDebounced(typed.trim(), 150);
  const { data = [], error } = useQuery({ ...foundQuery(settled), enabled: Boolean(user) });
  const commands = data
    .slice(0, most)
    // While the next ones are on their way, those of an earlier text must not be taken by Enter.
    .filter(
      ({ active, customerName, customerExternalId }) =>
        active && matches(typed, `${customerName} ${customerExternalId}`),
    )
    .map((statistic) => ({
      id: `statistic:${statistic.bezugsStatistikID}`,
      group: 'statistics' as const,
      text: statistic.customerName || t('past.noName'),
      detail: [formatTimeRange(statistic), statistic.customerExternalId].filter(Boolean).join(' · '),
      run: () => go(`/dashboard/${statistic.directLinkId}`),
    }));
  return { commands, isCut: data.length > most && commands.length > 0, error };
}

/** Every page that the caller may open and everything that can be done from anywhere. */
function useCommands(): Command[] {
  const { t, i18n } = useTranslation(['shell', 'portal', 'upload']);
  const { data: user } = useQuery(sessionQuery);
  const go = useGo();
  const pagesIn = usePages();
  const nameOf = usePageLabel();
  const switchTo = useSwitchLanguage();
  const theme = useTheme();
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
    ...(user ? [action('upload', t('upload:upload'), () => go('/?dialog=upload'))] : []),
    ...languages
      .filter((each) => each !== language)
      .map((each) =>
        action(`language-${each}`, labelled(t('portal:nav.language'), t(`portal:languages.${each}`)), () =>
          switchTo(each),
        ),
      ),
    ...themes
      .filter((each) => each !== theme)
      .map((each) =>
        action(`theme-${each}`, labelled(t('portal:nav.theme'), t(`portal:themes.${each}`)), () =>
          chooseTheme(each),
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
