import { Button, Card, Classes, PopoverNext, PopupKind } from '@blueprintjs/core';
import { CaretDown, Cross, Remove, ShoppingCart } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { whatIf } from '#analytics/views/what-if.ts';
import { queryClient } from '../../../api/query-client.ts';
import { sessionQuery } from '../../../api/session.ts';
import { FailureNotice, failureText } from '../../../components/feedback/failure-notice.tsx';
import { showDone, showFailure } from '../../../components/feedback/toasts.ts';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { useGo } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { RowAction } from '../../../components/tables/row-action.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import {
  formatAmount,
  formatCount,
  formatPacks,
  formatPercent,
  formatSigned,
} from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { writeChoice } from '../../../url-state/address.ts';
import { usePageChoice } from '../../../url-state/use-page-choice.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { SingleChoice } from '../filter/toolbar.tsx';
import { RowLink } from '../layout/row-link.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { ChoiceList, useNames } from './choice-list.tsx';
import { Scenarios } from './scenarios.tsx';
import {
  type Entry,
  figureRows,
  formatPenetration,
  kinds,
  percentOfShare,
  readEntries,
  type SwitchRow,
  shareOfPercent,
  switchesQuery,
  type WhatIfChoice,
  type WhatIfRow,
  whatIfPage,
  whatIfQuery,
  writeEntries,
} from './what-if-queries.ts';
import './what-if-page.css';

/** What pharmacies reach, and self-dispensing doctors. */
const benchmarks = [59, 66] as const;

/** What would be if products of the provider were bought instead: before and after, and the shortest way to a benchmark. */
export function Component() {
  const { t } = useTranslation('whatIf');
  const { directLinkId = '' } = useParams();
  const { choice: settled, choose } = usePageChoice(whatIfPage);
  // While the slider moves: each move asks, and takes back the question of the one before.
  const [moving, setMoving] = useState<string | null>(null);
  const choice = moving === null ? settled : { ...settled, share: moving };
  const figures = useQuery(whatIfQuery(directLinkId, choice));
  const switches = useQuery(switchesQuery(directLinkId, choice));
  const entries = readEntries(choice.chosen);
  const setEntries = (changed: readonly Entry[]) => choose({ chosen: writeEntries(changed) });
  const leaveOut = (article: string) =>
    setEntries([
      ...entries.filter(({ kind, name }) => kind !== 'product' || name !== article),
      { kind: 'product', name: article, share: '0' },
    ]);
  const error = figures.error ?? switches.error;
  const retry = () => {
    for (const query of [figures, switches]) if (query.isError) query.refetch();
  };

  useEffect(() => {
    if (moving === null) return;
    const timer = setTimeout(() => {
      choose({ share: moving }, { replace: true });
      setMoving(null);
    }, settledAfterMilliseconds);
    return () => clearTimeout(timer);
  }, [moving, choose]);

  return (
    <article className="what-if">
      <StatisticHeader directLinkId={directLinkId} title={t('title')} />
      <p className="page-intro">{t('intro')}</p>
      <div className="columns what-if__grid">
        <Card className="what-if__card">
          <h2>{t('chosen.title')}</h2>
          <div className="row row--top what-if__kinds">
            <Button
              variant="outlined"
              text={t('kind.all')}
              active={entries.some(({ kind }) => kind === 'all')}
              aria-pressed={entries.some(({ kind }) => kind === 'all')}
              onClick={() =>
                setEntries(
                  entries.some(({ kind }) => kind === 'all')
                    ? entries.filter(({ kind }) => kind !== 'all')
                    : [...entries, { kind: 'all', name: '', share: null }],
                )
              }
            />
            {kinds.map((kind) => (
              <PopoverNext
                key={kind}
                content={<ChoiceList {...{ directLinkId, kind, entries }} onChange={setEntries} />}
                placement="bottom-start"
                arrow={false}
                animation="minimal"
                popupKind={PopupKind.DIALOG}
                shouldReturnFocusOnClose
              >
                <Button variant="outlined" text={t(`kinds.${kind}`)} endIcon={<CaretDown />} />
              </PopoverNext>
            ))}
          </div>
          <ShareField
            share={choice.share}
            onMove={setMoving}
            onSettle={(share) => {
              setMoving(null);
              choose({ share });
            }}
          />
          <Chosen {...{ directLinkId, entries }} share={choice.share} onChange={setEntries} />
          <h2>{t('way.title')}</h2>
          <p className="note">{t('way.intro')}</p>
          <SingleChoice
            label={t('way.title')}
            options={[
              { value: 'none', text: t('way.none') },
              ...benchmarks.map((value) => ({ value: String(value), text: t(`way.${value}`) })),
            ]}
            current={choice.benchmark === null ? 'none' : String(choice.benchmark)}
            onChoose={(value) => choose({ benchmark: value === 'none' ? null : Number(value) })}
          />
          {figures.data && figures.data.benchmarkReached !== null && <WayStatus figures={figures.data} />}
        </Card>
        <Card className="what-if__card">
          <h2>{t('figures.title')}</h2>
          {error ? (
            <FailureNotice error={error} onRetry={retry} />
          ) : (
            <BeforeAndAfter
              figures={figures.data ?? undefined}
              isStale={figures.isPlaceholderData}
              choice={choice}
            />
          )}
        </Card>
      </div>
      <Scenarios {...{ directLinkId, choice }} onOpen={choose} />
      {!error && (
        <Switches
          {...{ directLinkId, choice }}
          rows={switches.data}
          count={figures.data?.switchingArticles}
          isStale={switches.isPlaceholderData}
          onLeaveOut={leaveOut}
        />
      )}
    </article>
  );
}

/** How long a slider rests before the address says where. */
const settledAfterMilliseconds = 400;

interface ShareFieldProps {
  share: string;
  onMove: (share: string) => void;
  onSettle: (share: string) => void;
}

/** The share of what has none of its own, by slider or number. */
function ShareField({ share, onMove, onSettle }: ShareFieldProps) {
  const { t } = useTranslation('whatIf');
  const percent = percentOfShare(share);
  return (
    <div className="what-if__share">
      <span aria-hidden="true">{t('share.label')}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={Math.round(Number(percent))}
        aria-label={t('share.label')}
        aria-valuetext={`${percent}\u00a0%`}
        onChange={({ currentTarget }) => onMove(shareOfPercent(currentTarget.value)!)}
      />
      <PercentInput
        share={share}
        label={t('share.number')}
        onChange={(changed) => changed !== null && onSettle(changed)}
      />
    </div>
  );
}

interface PercentInputProps {
  /** null: none of its own. */
  share: string | null;
  label: string;
  /** What counts while nothing is typed. */
  placeholder?: string;
  onChange: (share: string | null) => void;
}

/**
 * A percentage that counts when it is left, or at Enter; what is none goes back to what it was. Not Blueprint's InputGroup,
 * which measures its unit, and so lays the page out, whenever it is drawn.
 */
function PercentInput({ share, label, placeholder, onChange }: PercentInputProps) {
  const written = share === null ? '' : percentOfShare(share);
  const [draft, setDraft] = useState<{ text: string; of: string | null } | null>(null);
  // What is typed stands there until it is the share.
  if (draft && draft.of !== share) setDraft(null);
  function settle() {
    if (draft === null) return;
    const changed = shareOfPercent(draft.text);
    const counts = draft.text.trim() === '' ? share !== null : changed !== null && changed !== share;
    if (counts) onChange(changed);
    else setDraft(null);
  }
  return (
    <div className="what-if__percent">
      <input
        className={Classes.INPUT}
        type="text"
        inputMode="decimal"
        maxLength={6}
        value={draft?.text ?? written}
        placeholder={placeholder}
        aria-label={label}
        onChange={({ currentTarget }) => setDraft({ text: currentTarget.value, of: share })}
        onBlur={settle}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle();
          if (key === 'Escape') setDraft(null);
        }}
      />
      <span className="what-if__unit">%</span>
    </div>
  );
}

interface ChosenProps {
  directLinkId: string;
  entries: readonly Entry[];
  share: string;
  onChange: (entries: readonly Entry[]) => void;
}

/** What is chosen, each with a share of its own if it has one. */
function Chosen({ directLinkId, entries, share, onChange }: ChosenProps) {
  const { t } = useTranslation('whatIf');
  const nameOf = useNames(directLinkId, entries);
  if (entries.length === 0) return <p className="nothing">{t('chosen.none')}</p>;
  return (
    <ul className="plain-list what-if__chosen" aria-label={t('chosen.title')}>
      {entries.map((entry) => {
        const name = nameOf(entry);
        const others = entries.filter((each) => each !== entry);
        return (
          <li key={`${entry.kind}:${entry.name}`}>
            <span className="what-if__entry">
              {entry.kind !== 'all' && <span className="note">{t(`kind.${entry.kind}`)}</span>} {name}
            </span>
            <PercentInput
              share={entry.share}
              placeholder={percentOfShare(share)}
              label={t('chosen.share', { name })}
              onChange={(changed) => onChange([...others, { ...entry, share: changed }])}
            />
            <RowAction
              name={t('chosen.remove', { name })}
              icon={<Cross />}
              onClick={() => onChange(others)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function WayStatus({ figures }: { figures: WhatIfRow }) {
  const { t } = useTranslation('whatIf');
  const count = figures.toBenchmark;
  const percent = formatPenetration(figures.genericPenetrationExactAfter);
  if (!figures.benchmarkReached) return <p role="status">{t('way.missed', { percent })}</p>;
  return (
    <p role="status">{count === 0 ? t('way.there', { percent }) : t('way.reached', { count, percent })}</p>
  );
}

interface BeforeAndAfterProps {
  figures: WhatIfRow | undefined;
  isStale: boolean;
  choice: WhatIfChoice;
}

/** Every figure as it is, as it would be, and the difference. */
function BeforeAndAfter({ figures, isStale, choice }: BeforeAndAfterProps) {
  const { t } = useTranslation('whatIf');
  const parameters = String(writeChoice(whatIf.parameters, choice));
  const { provider } = useProvider();
  const changeOf = (change: number | null, format: (value: number | null) => string) =>
    format === formatPercent && change !== null
      ? t('figures.points', { change: formatSigned(change, formatCount) })
      : formatSigned(change, format);
  const waiting = <span className={`${Classes.SKELETON} what-if__waiting`} aria-hidden="true" />;
  return (
    <>
      <div className="what-if__figures">
        <ScrollingTable label={t('figures.title')} isStale={isStale}>
          <thead>
            <tr>
              <th scope="col">{t('figures.figure')}</th>
              <th scope="col">{t('figures.before')}</th>
              <th scope="col">{t('figures.after')}</th>
              <th scope="col">{t('figures.change')}</th>
            </tr>
          </thead>
          <tbody>
            {figureRows.map(([figure, format]) => {
              const label = t(`figure.${figure}`, { provider });
              const change = figures?.[`${figure}Change`];
              return (
                <tr key={figure}>
                  <th scope="row">{label}</th>
                  <td>
                    {figures ? (
                      <WhyButton question={{ view: whatIf.name, figure, parameters }} label={label}>
                        {format(figures[figure])}
                      </WhyButton>
                    ) : (
                      waiting
                    )}
                  </td>
                  <td>
                    {figures ? (
                      <WhyButton
                        question={{
                          value: format(figures[`${figure}After`]),
                          formula: t(`why.${formulaOf[figure]}`),
                          parts: [
                            {
                              label: t('figures.before'),
                              question: { view: whatIf.name, figure, parameters },
                            },
                          ],
                          switched: {
                            choice,
                            unit: inPacks.includes(figure) ? 'packs' : 'CHF',
                            origin: originOf[figure] ?? null,
                          },
                        }}
                        label={labelled(label, t('figures.after'))}
                      >
                        {format(figures[`${figure}After`])}
                      </WhyButton>
                    ) : (
                      waiting
                    )}
                  </td>
                  <td>{change === undefined ? waiting : changeOf(change, format)}</td>
                </tr>
              );
            })}
          </tbody>
        </ScrollingTable>
      </div>
      <Penetration figures={figures} />
      <p className="what-if__gain" role="status">
        {figures && (
          <>
            <strong>{t('gain', { amount: formatAmount(figures.customersGain) })}</strong>{' '}
            {t('extent', {
              count: figures.switchingArticles,
              articles: formatCount(figures.switchingArticles),
            })}
            {figures.gainsUnknown > 0 && (
              <>
                {' '}
                {t('gainsUnknown', {
                  count: figures.gainsUnknown,
                  articles: formatCount(figures.gainsUnknown),
                })}
              </>
            )}
          </>
        )}
      </p>
      <p className="note what-if__note">{t('rules')}</p>
    </>
  );
}

type FigureName = (typeof figureRows)[number][0];

/** How a figure after the switch comes from that before. */
const formulaOf = {
  turnoverTotal: 'turnover',
  turnoverOriginal: 'turnover',
  turnoverGenericum: 'turnover',
  turnoverOthers: 'turnover',
  turnoverProvider: 'turnover',
  potentialTotal: 'potential',
  genericQuota: 'genericQuota',
  genericPenetration: 'genericPenetration',
  totalManufacturer: 'totalManufacturer',
  duplicateProducts: 'duplicateProducts',
} as const satisfies Record<FigureName, string>;

const inPacks: readonly FigureName[] = ['genericPenetration', 'totalManufacturer', 'duplicateProducts'];

/** What a product or its alternative has to be to change a figure; any where it is not named. */
const originOf: Partial<Record<FigureName, string>> = {
  turnoverOriginal: 'original',
  turnoverGenericum: 'generic',
  turnoverOthers: 'other',
};

/** Generic penetration before and after as bars on one scale with both benchmarks. */
function Penetration({ figures }: { figures: WhatIfRow | undefined }) {
  const { t } = useTranslation('whatIf');
  const bars: [string, number | null | undefined][] = [
    [t('figures.before'), figures?.genericPenetrationExact],
    [t('figures.after'), figures?.genericPenetrationExactAfter],
  ];
  return (
    <figure className="what-if__penetration">
      <figcaption className="row row--baseline gap-3">
        {t('penetration')}{' '}
        {benchmarks.map((benchmark) => (
          <span key={benchmark} className="note">
            {t(`benchmark.${benchmark}`)}
          </span>
        ))}
      </figcaption>
      {bars.map(([name, value]) => (
        <div key={name} className="what-if__bar">
          <span>{name}</span>
          <span className="what-if__track" aria-hidden="true">
            <span className="what-if__value" style={{ width: `${value ?? 0}%` }} />
            {benchmarks.map((benchmark) => (
              <span key={benchmark} className="what-if__mark" style={{ left: `${benchmark}%` }} />
            ))}
          </span>
          <span>{value === undefined ? '' : formatPenetration(value)}</span>
        </div>
      ))}
    </figure>
  );
}

interface SwitchesProps {
  directLinkId: string;
  choice: WhatIfChoice;
  rows: readonly SwitchRow[] | undefined;
  count: number | undefined;
  isStale: boolean;
  onLeaveOut: (article: string) => void;
}

/** What switches to what: the steps of the way first, then what turns over most. */
function Switches({ directLinkId, choice, rows = [], count, isStale, onLeaveOut }: SwitchesProps) {
  const { t } = useTranslation('whatIf');
  const { provider } = useProvider();
  if (rows.length === 0) return null;
  const hasSteps = rows.some(({ step }) => step !== null);
  return (
    <section className="what-if__switches">
      <div className="row gap-4 row--apart what-if__heading">
        <h2>{t('switches.title')}</h2>
        <IntoCart {...{ directLinkId, choice }} />
      </div>
      {count !== undefined && count > rows.length && (
        <p className="note what-if__note">
          {t('switches.first', { shown: formatCount(rows.length), total: formatCount(count) })}
        </p>
      )}
      <ScrollingTable label={t('switches.title')} isStale={isStale}>
        <thead>
          <tr>
            <th scope="col">{t('switches.product')}</th>
            {hasSteps && <th scope="col">{t('switches.penetration')}</th>}
            <th scope="col">{t('switches.packs1')}</th>
            <th scope="col">{t('switches.packs2', { provider })}</th>
            <th scope="col">{t('switches.potential')}</th>
            <th scope="col">{t('switches.gain')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('switches.leaveOut')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <SwitchRows {...{ directLinkId, rows, hasSteps, onLeaveOut }} />
        </tbody>
      </ScrollingTable>
    </section>
  );
}

const removeIcon = <Remove />;

/** Rows that are drawn with the figures of the press that brings the list; they fill what of it is in sight. */
const FIRST_ROWS = 10;

interface SwitchRowsProps {
  directLinkId: string;
  rows: readonly SwitchRow[];
  hasSteps: boolean;
  onLeaveOut: (article: string) => void;
}

/** The rows of what switches. Where the list was not there before, its first ones, and all once these are painted. */
function SwitchRows({ directLinkId, rows, hasSteps, onLeaveOut }: SwitchRowsProps) {
  const { t } = useTranslation('whatIf');
  const pathOf = useDashboardPath(directLinkId);
  const follow = useFollowedLinks();
  const [isPainted, setPainted] = useState(false);
  const shown = isPainted ? rows : rows.slice(0, FIRST_ROWS);
  const notDeliverable = t('switches.notDeliverable');
  useEffect(() => {
    // A deferred value would be drawn before the frame, where that is not due yet.
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <>
      {shown.map((row) => {
        const name = row.productName ?? row.article;
        return (
          <tr key={row.article}>
            <th scope="row" className="what-if__product">
              {row.step !== null && <span className="what-if__step">{row.step}</span>}
              <RowLink to={pathOf('products', { article: [row.article] })} onFollow={follow}>
                {name}
              </RowLink>
              <span className="note what-if__alternative">
                → {row.alternativeProductName}
                {!row.alternativeDeliverable && <> ({notDeliverable})</>}
              </span>
            </th>
            {hasSteps && <td>{row.step === null ? '' : formatPenetration(row.penetrationAfterStep)}</td>}
            <td>{formatPacks(row.packs1)}</td>
            <td>{formatPacks(row.packs2)}</td>
            <td>{formatAmount(row.turnoverPotential)}</td>
            <td>{formatAmount(row.customersGain)}</td>
            <td>
              <RowAction
                name={t('switches.leaveOutOf', { name })}
                icon={removeIcon}
                onClick={() => onLeaveOut(row.article)}
              />
            </td>
          </tr>
        );
      })}
    </>
  );
}

/** Makes what switches the quantities of the user's cart, as one change that can be taken back there. */
function IntoCart({ directLinkId, choice }: { directLinkId: string; choice: WhatIfChoice }) {
  const { t } = useTranslation('whatIf');
  const { t: portal } = useTranslation();
  const { data: user } = useQuery(sessionQuery);
  const cartPath = useDashboardPath(directLinkId)('cart');
  const go = useGo();
  const putting = useMutation({
    mutationFn: async (userId: number) => {
      const [{ selectInCart }, columns] = await Promise.all([
        import('../cart/add-to-cart.ts'),
        queryClient.fetchQuery(switchesQuery(directLinkId, choice, null)),
      ]);
      return selectInCart(directLinkId, userId, alternativesOf(columns.rows()));
    },
    onSuccess: (count) =>
      showDone(t('cart.done', { count }), { text: t('cart.open'), onClick: () => go(cartPath) }),
    onError: (error) => showFailure(failureText(error, portal)),
  });
  if (!user) return null;
  return (
    <Button
      icon={<ShoppingCart />}
      text={t('cart.put')}
      loading={putting.isPending}
      onClick={() => putting.mutate(user.id)}
    />
  );
}

/** The provider's products that are bought instead, each with its packs. */
function alternativesOf(rows: readonly SwitchRow[]) {
  return new Map(
    rows.map((row) => [row.alternativeGTIN, { name: row.alternativeProductName, packs: row.packs2InAll }]),
  );
}
