import { MenuItem } from '@blueprintjs/core';
import type { MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';
import { keeping } from '../choice/kept-parameters.ts';

interface LinkItemProps {
  to: string;
  text: string;
}

/** An entry of a menu that is a link: it can be opened in another tab, and loads nothing anew in this one. */
export function LinkItem({ to, text }: LinkItemProps) {
  const address = keeping(to, useLocation().search);
  const follow = useLinkClickHandler(address);
  return (
    <MenuItem
      href={useHref(address)}
      text={text}
      onClick={(event) => follow(event as MouseEvent<HTMLAnchorElement>)}
    />
  );
}
