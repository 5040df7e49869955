import { Search } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { SummaryRow } from '../../../api/views.ts';
import { PageMessage } from '../../../components/feedback/page-message.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatCount } from '../../../i18n/formats.ts';

/** Whether there is nothing to reckon with: no article was bought, or none is in the catalogue. */
export function nothingIsKnown({ numberOfArticles, articlesUnmatched }: SummaryRow): boolean {
  return numberOfArticles === articlesUnmatched;
}

/** What stands in the place of figures that would all be zero. */
export function NothingKnown({ directLinkId, summary }: { directLinkId: string; summary: SummaryRow }) {
  const { t } = useTranslation(['dashboard', 'portal']);
  const pathOf = useDashboardPath(directLinkId);
  const { numberOfArticles: count, totalQty } = summary;
  const icon = <Search size={36} />;
  if (count === 0) {
    return (
      <PageMessage
        heading="h2"
        icon={icon}
        title={t('unknown.nothingBought')}
        text={t('unknown.nothingBoughtText')}
      />
    );
  }
  const counts = { count, articles: formatCount(count), packs: t('portal:packs', { count: totalQty }) };
  return (
    <PageMessage
      heading="h2"
      icon={icon}
      title={t('unknown.nothingMatched')}
      text={t('unknown.nothingMatchedText', counts)}
      action={<Link to={pathOf('products')}>{t('unknown.show')}</Link>}
    />
  );
}
