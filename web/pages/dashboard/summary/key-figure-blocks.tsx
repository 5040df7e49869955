import { Card, Collapse, Icon } from '@blueprintjs/core';
import { ChevronDown } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { keyFigureBlocks } from '#shared/summary-figures.ts';
import type { SummaryRow } from '../../../api/views.ts';
import { HelpTip } from '../../../components/dialogs/help-tip.tsx';
import { Skeleton, TextSkeleton } from '../../../components/feedback/skeleton.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { figureDetails, figureFormats } from './key-figures.ts';
import { useOpenBlocks } from './use-open-blocks.ts';

type KeyFigureBlock = (typeof keyFigureBlocks)[number];

interface SummaryProps {
  directLinkId: string;
  summary: SummaryRow | undefined;
  provider: string;
}

export function KeyFigureBlocks({ directLinkId, summary, provider }: SummaryProps) {
  const [open, toggle] = useOpenBlocks();
  return (
    <div className="stack gap-4 blocks">
      {keyFigureBlocks.map((block) => (
        <Block
          key={block.name}
          block={block}
          directLinkId={directLinkId}
          summary={summary}
          provider={provider}
          isOpen={open.has(block.name)}
          onToggle={() => toggle(block.name)}
        />
      ))}
    </div>
  );
}

interface BlockProps extends SummaryProps {
  block: KeyFigureBlock;
  isOpen: boolean;
  onToggle: () => void;
}

function Block({ block, directLinkId, summary, provider, isOpen, onToggle }: BlockProps) {
  const { t } = useTranslation('dashboard');
  const contentId = useId();
  const titleId = useId();
  // It is seen in the heading too, while the block is closed.
  const [headline, format] = block.figures[0];
  return (
    <Card className="block" data-open={isOpen}>
      <h2>
        <button
          type="button"
          className="row row--baseline row--tight plain-button block__toggle"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={onToggle}
        >
          <Icon className="block__chevron" icon={<ChevronDown />} />
          <span id={titleId} className="block__title">
            {t(`block.${block.name}`)}
          </span>
          <span className="block__headline">
            <Skeleton width={9}>{summary && figureFormats[format](summary[headline])}</Skeleton>
          </span>
        </button>
      </h2>
      <Collapse isOpen={isOpen} keepChildrenMounted className="block__content">
        <section id={contentId} aria-labelledby={titleId} inert={!isOpen}>
          <p className="note block__unit">{t(`block.${block.name}Unit`)}</p>
          <dl className="figures">
            {block.figures.map((figure) => (
              <Figure key={figure[0]} {...{ figure, directLinkId, summary, provider }} />
            ))}
          </dl>
          {block.name === 'turnover' && <UnknownFigures {...{ directLinkId, summary }} />}
        </section>
      </Collapse>
    </Card>
  );
}

interface FigureProps extends SummaryProps {
  figure: KeyFigureBlock['figures'][number];
}

function Figure({ figure: [name, format], directLinkId, summary, provider }: FigureProps) {
  const { t } = useTranslation('figures');
  const pathOf = useDashboardPath(directLinkId);
  const { help, partOf, emphasis, page, choices } = figureDetails[name] ?? {};
  const label = t(`${name}.label`, { provider });
  return (
    <div className="figure" data-emphasis={emphasis} data-part={partOf !== undefined}>
      <dt>
        {page !== undefined ? <Link to={pathOf(page, choices)}>{label}</Link> : label}
        {help && <HelpTip text={t(help)} />}
      </dt>
      <dd>
        {partOf && <PartBar part={summary && (summary[name] ?? 0) / summary[partOf]} />}
        <span className="figure__value">
          <Skeleton width={9}>
            {summary && (
              <WhyButton question={{ view: 'summary', figure: name }} label={label}>
                {figureFormats[format](summary[name])}
              </WhyButton>
            )}
          </Skeleton>
        </span>
      </dd>
    </div>
  );
}

/** Shows a part of the total as a length; the figure beside it says how much. */
function PartBar({ part }: { part: number | undefined }) {
  const percent = Number.isFinite(part) ? Math.min(1, Math.max(0, part ?? 0)) * 100 : 0;
  return (
    <span className="figure__track" aria-hidden="true">
      <span className="figure__bar" style={{ width: `${percent}%` }} />
    </span>
  );
}

interface UnknownFiguresProps {
  directLinkId: string;
  summary: SummaryRow | undefined;
}

/** What the turnover above does not contain, since nobody knows its price; nothing where every price is known. */
function UnknownFigures({ directLinkId, summary }: UnknownFiguresProps) {
  const { t } = useTranslation(['dashboard', 'portal']);
  const pathOf = useDashboardPath(directLinkId);
  if (!summary) {
    // Nearly every statistic has all three sentences.
    return (
      <p className="note block__unknown">
        <TextSkeleton words={27} />
      </p>
    );
  }
  const { articlesWithoutPrice, packsWithoutPrice, articlesUnmatched, packsUnmatched, potentialsUnknown } =
    summary;
  const sentences: ReactNode[] = [
    sentence('unknown.withoutPrice', 'without_price', articlesWithoutPrice, packsWithoutPrice),
    sentence('unknown.unmatched', 'unmatched', articlesUnmatched, packsUnmatched),
    sentence('unknown.potentials', 'potential_unknown', potentialsUnknown),
  ].filter((each) => each !== null);
  if (sentences.length === 0) return null;
  return <p className="note block__unknown">{sentences}</p>;

  function sentence(
    text: 'unknown.withoutPrice' | 'unknown.unmatched' | 'unknown.potentials',
    behind: string,
    articles: number,
    packs = 0,
  ): ReactNode {
    if (articles === 0) return null;
    return (
      <span key={text}>
        <Trans
          t={t}
          i18nKey={text}
          count={articles}
          values={{ articles: formatCount(articles), packs: t('portal:packs', { count: packs }) }}
          components={{ 0: <Link to={pathOf('products', { behind: [behind] })} /> }}
        />{' '}
      </span>
    );
  }
}
