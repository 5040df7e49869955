import { useTranslation } from 'react-i18next';
import type { ExplainedRows } from '../../../api/explanation.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { articlesBehind } from './articles-behind.ts';

interface ArticlesProps {
  directLinkId: string;
  part: ExplainedRows;
  heading: string | undefined;
  linkText: string;
}

/** Which articles stand behind a figure, and the way to them. */
export function Articles({ directLinkId, part, heading, linkText }: ArticlesProps) {
  const { t } = useTranslation('why');
  const pathOf = useDashboardPath(directLinkId);
  const { conditions } = part;
  return (
    <div className="why-dialog__articles">
      {heading && <p className="why-dialog__role">{heading}</p>}
      {conditions.length === 0 ? (
        <p>{t('allArticles')}</p>
      ) : (
        <ul>
          {conditions.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
      )}
      <Link to={pathOf('products', articlesBehind(part))} replace>
        {linkText}
      </Link>
    </div>
  );
}
