import { Card, Collapse, Icon } from '@blueprintjs/core';
import { ChevronDown } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { SummaryRow } from '../../../api/views.ts';
import { HelpTip } from '../../../components/dialogs/help-tip.tsx';
import { Skeleton, TextSkeleton } from '../../../components/feedback/skeleton.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { type KeyFigure, type KeyFigureBlock, keyFigureBlocks } from './key-figures.ts';
import { useOpenBlocks } from './use-open-blocks.ts';

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
            {t(block.title)}
          </span>
          <span className="block__headline">
            <Skeleton width={9}>
              {summary && block.figures[0].format(summary[block.figures[0].figure])}
            </Skeleton>
          </span>
        </button>
      </h2>
      <Collapse isOpen={isOpen} keepChildrenMounted className="block__content">
        <section id={contentId} aria-labelledby={titleId} inert={!isOpen}>
          <p className="note block__unit">{t(block.unit)}</p>
          <dl className="figures">
            {block.figures.map((figure) => (
              <Figure key={figure.label} {...{ figure, directLinkId, summary, provider }} />
            ))}
          </dl>
          {block.name === 'turnover' && <UnknownFigures {...{ directLinkId, summary }} />}
        </section>
      </Collapse>
    </Card>
  );
}

function Figure({ figure, directLinkId, summary, provider }: { figure: KeyFigure } & SummaryProps) {
  const { t } = useTranslation('dashboard');
  const pathOf = useDashboardPath(directLinkId);
  const label = t(figure.label, { provider });
  const part = summary && figure.part?.(summary);
  return (
    <div className="figure" data-emphasis={figure.emphasis} data-part={figure.part !== undefined}>
      <dt>
        {figure.page !== undefined ? <Link to={pathOf(figure.page, figure.choices)}>{label}</Link> : label}
        {figure.help && <HelpTip text={t(figure.help)} />}
      </dt>
      <dd>
        {figure.part && <PartBar part={part} />}
        <span className="figure__value">
          <Skeleton width={9}>
            {summary && (
              <WhyButton question={{ view: 'summary', figure: figure.figure }} label={label}>
                {figure.format(summary[figure.figure])}
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
