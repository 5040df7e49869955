import { MenuItem } from '@blueprintjs/core';
import type { MouseEvent, ReactElement } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';
import { keeping } from '../../choice/kept-parameters.ts';

interface LinkItemProps {
  to: string;
  text: string;
  icon?: ReactElement;
  /** Beside the text. */
  label?: string | undefined;
}

/** An entry of a menu that is a link: it can be opened in another tab, and loads nothing anew in this one. */
export function LinkItem({ to, text, icon, label }: LinkItemProps) {
  const address = keeping(to, useLocation().search);
  const follow = useLinkClickHandler(address);
  return (
    <MenuItem
      href={useHref(address)}
      icon={icon}
      text={text}
      label={label}
      onClick={(event) => follow(event as MouseEvent<HTMLAnchorElement>)}
    />
  );
}
