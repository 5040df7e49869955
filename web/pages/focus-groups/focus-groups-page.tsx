import { Tag } from '@blueprintjs/core';
import { Target, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { type FocusGroup, focusGroups } from '../../api/focus-groups.ts';
import { RecordList } from '../../components/lists/record-list.tsx';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { formatCount } from '../../i18n/formats.ts';

const FocusGroupDialog = lazyComponent(() => import('./focus-group-dialog.tsx'));

const counts = {
  molecules: (group: FocusGroup) => group.molecules.length,
  products: (group: FocusGroup) => group.products.length,
  covered: (group: FocusGroup) => group.coveredProducts,
};

/** Molecules and products that the sales force looks at together. */
export function Component() {
  const { t } = useTranslation('focusGroups');
  return (
    <RecordList
      t={t}
      calls={focusGroups}
      icon={<Target size={36} />}
      columns={[
        { key: 'name', kind: 'name', heading: t('name'), cell: (group) => <GroupName group={group} /> },
        ...(['molecules', 'products', 'covered'] as const).map((key) => ({
          key,
          kind: 'figure' as const,
          heading: t(`column.${key}`),
          className: 'admin-list__figure',
          cell: (group: FocusGroup) => formatCount(counts[key](group)),
        })),
      ]}
      dialog={(group, onClose) => <FocusGroupDialog group={group} onClose={onClose} />}
    />
  );
}

function GroupName({ group: { name, goneMolecules, goneProducts } }: { group: FocusGroup }) {
  const { t } = useTranslation('focusGroups');
  const gone = goneMolecules.length + goneProducts.length;
  return (
    <>
      {name}{' '}
      {gone > 0 && (
        <Tag minimal intent="warning" icon={<WarningSign size={12} />}>
          {t('gone.short', { count: gone })}
        </Tag>
      )}
    </>
  );
}
