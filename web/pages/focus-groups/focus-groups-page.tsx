import { Tag } from '@blueprintjs/core';
import { Edit, Target, Trash, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { deleteFocusGroup, focusGroupsQuery } from '../../api/focus-groups.ts';
import { RecordList } from '../../components/lists/record-list.tsx';
import { laterCode } from '../../components/loading/later-code.ts';
import { RowAction } from '../../components/tables/row-action.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount } from '../../i18n/formats.ts';

const FocusGroupDialog = laterCode(() => import('./focus-group-dialog.tsx'));

/** Molecules and products that the sales force looks at together. */
export function Component() {
  const { t } = useTranslation('focusGroups');
  return (
    <RecordList
      texts="focusGroups"
      query={focusGroupsQuery}
      idOf={({ focusGroupID }) => focusGroupID}
      nameOf={({ name }) => name}
      icon={<Target size={36} />}
      remove={deleteFocusGroup}
      dialog={(group, onClose) => <FocusGroupDialog group={group} onClose={onClose} />}
    >
      {(groups, { onEdit, onDelete }) => (
        <ScrollingTable label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              {(['molecules', 'products', 'covered'] as const).map((column) => (
                <th key={column} scope="col" className="admin-list__figure">
                  {t(`column.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => {
              const { focusGroupID: id, name } = group;
              const gone = group.goneMolecules.length + group.goneProducts.length;
              return (
                <tr key={id}>
                  <th scope="row">
                    {name}{' '}
                    {gone > 0 && (
                      <Tag minimal intent="warning" icon={<WarningSign size={12} />}>
                        {t('gone.short', { count: gone })}
                      </Tag>
                    )}
                  </th>
                  <td className="admin-list__figure">{formatCount(group.molecules.length)}</td>
                  <td className="admin-list__figure">{formatCount(group.products.length)}</td>
                  <td className="admin-list__figure">{formatCount(group.coveredProducts)}</td>
                  <td className="admin-list__actions">
                    <RowAction
                      name={t('action.edit', { name })}
                      icon={<Edit />}
                      onClick={() => onEdit(group)}
                    />
                    <RowAction
                      name={t('action.delete', { name })}
                      icon={<Trash />}
                      onClick={() => onDelete(group)}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </ScrollingTable>
      )}
    </RecordList>
  );
}
