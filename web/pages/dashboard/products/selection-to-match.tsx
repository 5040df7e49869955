import { Button } from '@blueprintjs/core';
import { GitMerge } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../api/arrow.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import type { Selection } from '../../../components/tables/cell-range.ts';
import { nameOf, type ProductRow } from './table-columns.ts';

const MatchDialog = lazyComponent(() => import('../../../components/dialogs/match-dialog.tsx'));

interface SelectionToMatchProps {
  directLinkId: string;
  articles: Columns<ProductRow> | undefined;
  rowAt: (place: number) => number;
  selection: Selection | null;
}

/** In the list of articles that are not in the catalogue: says which product the selected one is. */
export default function SelectionToMatch({
  directLinkId,
  articles,
  rowAt,
  selection,
}: SelectionToMatchProps) {
  const { t } = useTranslation('matches');
  const [matching, close] = useDialog('match');
  const row = selection && articles ? rowAt(selection.active.row) : undefined;
  return (
    <>
      {articles && row !== undefined && row < articles.rowCount && (
        <div className="row gap-4 products__selection" role="status">
          <span>{t('notInCatalogue', { article: nameOf(articles, row) })}</span>
          <Button
            intent="primary"
            icon={<GitMerge />}
            text={t('do')}
            onClick={() => openDialog('match', articles.cell('article', row))}
          />
        </div>
      )}
      {matching && (
        <LazyDialog onClose={close}>
          <MatchDialog directLinkId={directLinkId} code={matching} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
