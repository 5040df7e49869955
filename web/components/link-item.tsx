import { MenuItem } from '@blueprintjs/core';
import type { MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

interface LinkItemProps {
  to: string;
  text: string;
  /** Told when the pointer or the focus is on it. */
  onConsider?: () => void;
}

/** An entry of a menu that is a link: it can be opened in another tab, and loads nothing anew in this one. */
export function LinkItem({ to, text, onConsider }: LinkItemProps) {
  const follow = useLinkClickHandler(to);
  return (
    <MenuItem
      href={useHref(to)}
      text={text}
      onClick={(event) => follow(event as MouseEvent<HTMLAnchorElement>)}
      onPointerEnter={onConsider}
      onFocus={onConsider}
    />
  );
}
