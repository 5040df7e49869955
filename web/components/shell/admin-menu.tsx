import { Button } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { LaterPopover } from '../later-popover.tsx';
import { LinkItem } from '../link-item.tsx';
import { usePageLabel } from '../use-page-label.ts';
import { usePages } from '../use-pages.ts';
import type { PopoverCode } from '../use-popover-code.ts';

/** The pages for administrators; nothing for others. */
export function AdminMenu() {
  const { t } = useTranslation('admin');
  const nameOf = usePageLabel();
  const pages = usePages()('admin');
  if (pages.length === 0) return null;
  const menu = ({ Menu, MenuItem }: PopoverCode) => (
    <Menu aria-label={t('menu')}>
      {pages.map((page) => (
        <LinkItem key={page.path} item={MenuItem} to={page.path} text={nameOf(page)} />
      ))}
    </Menu>
  );
  return (
    <LaterPopover content={menu} placement="bottom-start" arrow={false} animation="minimal">
      <Button variant="minimal" endIcon={<CaretDown />} text={t('menu')} />
    </LaterPopover>
  );
}
