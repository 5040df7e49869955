import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import {
  Disable,
  Document,
  Download,
  Edit,
  Layers,
  Link as LinkIcon,
  Trash,
  Unlock,
  Upload,
} from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { ListedStatistic } from '../../../api/statistics.ts';
import { RowMenuButton } from '../../../components/tables/row-menu-button.tsx';

export type RowAction =
  | 'edit'
  | 'directLink'
  | 'toggle'
  | 'excel'
  | 'file'
  | 'consentDownload'
  | 'consentUpload'
  | 'combine'
  | 'members'
  | 'delete';

interface RowMenuProps {
  statistic: ListedStatistic;
  onAction: (action: RowAction, statistic: ListedStatistic) => void;
}

/**
 * What the user can do with an upload: who may only read it opens its link and downloads its files. A disabled one has
 * neither Edit nor Direct Link, nor what its link would show.
 */
export function RowMenu({ statistic, onAction }: RowMenuProps) {
  const { t } = useTranslation(['manage', 'combined']);
  const { active, mayChange } = statistic;
  const isUpload = statistic.members === null;
  const label = t('menu.label', { customer: statistic.customerName ?? String(statistic.bezugsStatistikID) });
  const act = (action: RowAction) => () => onAction(action, statistic);
  const menu = (
    <Menu aria-label={label}>
      {mayChange && active && <MenuItem icon={<Edit />} text={t('menu.edit')} onClick={act('edit')} />}
      {active && <MenuItem icon={<LinkIcon />} text={t('menu.directLink')} onClick={act('directLink')} />}
      {mayChange && (
        <MenuItem
          icon={active ? <Disable /> : <Unlock />}
          text={active ? t('menu.disable') : t('menu.enable')}
          onClick={act('toggle')}
        />
      )}
      {isUpload && active && (
        <MenuItem icon={<Layers />} text={t('combined:with')} onClick={act('combine')} />
      )}
      {!isUpload && <MenuItem icon={<Layers />} text={t('combined:members.menu')} onClick={act('members')} />}
      {(mayChange || active) && <MenuDivider />}
      {active && !statistic.stopped && (
        <MenuItem icon={<Download />} text={t('menu.excel')} onClick={act('excel')} />
      )}
      {isUpload && <MenuItem icon={<Download />} text={t('menu.file')} onClick={act('file')} />}
      {statistic.consentFileName && (
        <MenuItem icon={<Download />} text={t('menu.consentDownload')} onClick={act('consentDownload')} />
      )}
      {statistic.consentPlace && (
        <MenuItem
          disabled
          multiline
          icon={<Document />}
          text={t('menu.consentPlace', { place: statistic.consentPlace })}
        />
      )}
      {mayChange && (
        <>
          {isUpload && (
            <MenuItem icon={<Upload />} text={t('menu.consentUpload')} onClick={act('consentUpload')} />
          )}
          <MenuDivider />
          <MenuItem icon={<Trash />} intent="danger" text={t('menu.delete')} onClick={act('delete')} />
        </>
      )}
    </Menu>
  );
  return <RowMenuButton aria-label={label} menu={menu} />;
}
