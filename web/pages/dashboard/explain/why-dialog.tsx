import { Button, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type ExplainedRows,
  type Explanation,
  explanationQuery,
  type FigureQuestion,
} from '../../../api/explanation.ts';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { PortalDialog } from '../../../components/portal-dialog.tsx';
import { formatAmount, formatCount, formatDate, formatPercent } from '../../../i18n/formats.ts';
import { useDashboardPath } from '../layout/use-dashboard-path.ts';
import { articlesBehind } from './articles-behind.ts';
import './why-dialog.css';

interface WhyDialogProps {
  directLinkId: string;
  question: FigureQuestion;
  /** What the page calls the figure. */
  label: string;
  onClose: () => void;
}

/** How a figure comes about, what it was made from, and the ways to the articles behind it. */
export default function WhyDialog({ directLinkId, question, label, onClose }: WhyDialogProps) {
  const { t } = useTranslation(['why', 'portal']);
  const explanation = useQuery(explanationQuery(directLinkId, question));
  return (
    <PortalDialog
      title={label}
      onClose={onClose}
      actions={<Button text={t('portal:action.close')} onClick={onClose} />}
    >
      {explanation.isError && <FailureNotice error={explanation.error} onRetry={explanation.refetch} />}
      {explanation.isPending && (
        <div className={`why-dialog__waiting ${Classes.SKELETON}`} role="status">
          {t('loading')}
        </div>
      )}
      {explanation.data && (
        <Answer directLinkId={directLinkId} explanation={explanation.data} onLeave={onClose} />
      )}
    </PortalDialog>
  );
}

interface AnswerProps {
  directLinkId: string;
  explanation: Explanation;
  onLeave: () => void;
}

function Answer({ directLinkId, explanation, onLeave }: AnswerProps) {
  const { t } = useTranslation('why');
  const { value, unit, formula, sql, catalogue, stockouts, rows } = explanation;
  return (
    <div className="why-dialog">
      <p className="why-dialog__value">
        {formatOf(unit)(value)}{' '}
        {unit !== 'percent' && <span>{t(`unit.${unit.replaceAll(' ', '_')}` as 'unit.CHF')}</span>}
      </p>
      <h3>{t('formula')}</h3>
      <p>{formula}</p>
      <h3>{t('articles')}</h3>
      {rows.map((part) => (
        <Articles key={part.role} directLinkId={directLinkId} part={part} onLeave={onLeave} />
      ))}
      <h3>{t('source')}</h3>
      <dl className="why-dialog__sources">
        <dt>{t('prices')}</dt>
        <dd>{t('ofRevision', { date: formatDate(catalogue.priceDate), revision: catalogue.revision })}</dd>
        <dt>{t('stockouts')}</dt>
        <dd>{t('ofRevision', { date: formatDate(stockouts.date), revision: stockouts.revision })}</dd>
        <dt>{t('sql')}</dt>
        <dd>{t('sqlFile', { file: sql.file, version: sql.version })}</dd>
      </dl>
    </div>
  );
}

interface ArticlesProps {
  directLinkId: string;
  part: ExplainedRows;
  onLeave: () => void;
}

function Articles({ directLinkId, part, onLeave }: ArticlesProps) {
  const { t } = useTranslation('why');
  const pathOf = useDashboardPath(directLinkId);
  const { role, conditions } = part;
  return (
    <div className="why-dialog__articles">
      {role !== 'value' && <p className="why-dialog__role">{t(`role.${role}`)}</p>}
      {conditions.length === 0 ? (
        <p>{t('allArticles')}</p>
      ) : (
        <ul>
          {conditions.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
      )}
      <Link to={pathOf('products', articlesBehind(part))} onClick={onLeave}>
        {role === 'value' ? t('show') : t(`showOf.${role}`)}
      </Link>
    </div>
  );
}

function formatOf(unit: string): (value: number | null) => string {
  if (unit === 'percent') return formatPercent;
  return unit.startsWith('CHF') || unit === 'factor' ? formatAmount : formatCount;
}
