import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SummaryRow } from '../../../api/views.ts';
import { TextSkeleton } from '../../../components/feedback/skeleton.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { textWithParts } from '../../../i18n/text-with-parts.ts';

interface UnknownFiguresProps {
  directLinkId: string;
  summary: SummaryRow | undefined;
}

/** What the turnover above does not contain, since nobody knows its price; nothing where every price is known. */
export function UnknownFigures({ directLinkId, summary }: UnknownFiguresProps) {
  const { t } = useTranslation(['dashboard', 'portal']);
  const pathOf = useDashboardPath(directLinkId);
  if (!summary) {
    // Nearly every statistic has all three sentences.
    return (
      <p className="block__unknown">
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
  return <p className="block__unknown">{sentences}</p>;

  function sentence(
    text: 'unknown.withoutPrice' | 'unknown.unmatched' | 'unknown.potentials',
    behind: string,
    articles: number,
    packs = 0,
  ): ReactNode {
    if (articles === 0) return null;
    return (
      <span key={text}>
        {textWithParts(
          t(text, {
            count: articles,
            articles: formatCount(articles),
            packs: t('portal:packs', { count: packs }),
          }),
          [(words) => <Link to={pathOf('products', { behind: [behind] })}>{words}</Link>],
        )}{' '}
      </span>
    );
  }
}
