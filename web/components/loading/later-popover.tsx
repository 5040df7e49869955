import { type ButtonProps, Classes, type PopoverNextProps } from '@blueprintjs/core';
import {
  cloneElement,
  type ReactElement,
  type RefAttributes,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type PopoverCode, usePopoverCode } from './use-popover-code.ts';

type Target = ReactElement<ButtonProps & RefAttributes<HTMLButtonElement>>;

interface LaterPopoverProps extends Omit<PopoverNextProps, 'content' | 'children'> {
  content: (code: PopoverCode) => ReactElement;
  /** The button that opens it. */
  children: Target;
}

/** A popover whose button is there at once and whose code comes after the first paint; pressed earlier, it opens then. */
export function LaterPopover({ content, children, ...options }: LaterPopoverProps) {
  const [isPressed, setPressed] = useState(false);
  const { code, hold } = useUnheld(usePopoverCode(isPressed));
  const target = closedByEscape(useKeptFocus(children, code !== undefined));
  if (code) {
    return (
      <code.PopoverNext {...options} defaultIsOpen={isPressed} content={content(code)}>
        {target}
      </code.PopoverNext>
    );
  }
  function press() {
    setPressed(true);
    options.onInteraction?.(true);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is pressed, by the keyboard too.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span className={Classes.POPOVER_TARGET} onPointerDown={hold} onClick={press}>
      {cloneElement(target, { 'aria-haspopup': options.popupKind ?? 'menu', 'aria-expanded': false })}
    </span>
  );
}

/** What opens gets the focus a frame after it is seen: Escape of a fast hand still reaches the button. */
function closedByEscape(target: Target): Target {
  return cloneElement(target, {
    onKeyDown: (event) => {
      target.props.onKeyDown?.(event);
      if (event.key !== 'Escape' || event.currentTarget.ariaExpanded !== 'true') return;
      // What lies below stays.
      event.stopPropagation();
      event.currentTarget.click();
    },
  });
}

/** A short text beside a button, on hover, focus and touch. */
export function LaterTooltip({ text, children }: { text: ReactElement; children: Target }) {
  const [isNear, setNear] = useState(false);
  const { code, hold } = useUnheld(usePopoverCode(isNear));
  const target = useKeptFocus(children, code !== undefined);
  if (code) {
    return (
      <code.Tooltip content={text} placement="top" compact>
        {target}
      </code.Tooltip>
    );
  }
  const near = () => setNear(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside has the focus.
    <span className={Classes.POPOVER_TARGET} onPointerDown={hold} onPointerEnter={near} onFocus={near}>
      {target}
    </span>
  );
}

/**
 * The code, which waits while its button is held: the button is drawn anew with it, and no click comes of a press that
 * began on one and ended on another.
 */
function useUnheld(code: PopoverCode | undefined) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return;
    const over = new AbortController();
    // The click comes after it.
    const release = () => setTimeout(() => setHeld(false));
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { signal: over.signal });
    return () => over.abort();
  }, [isHeld]);
  return { code: isHeld ? undefined : code, hold: () => setHeld(true) };
}

/** The button, which keeps the focus when it is drawn anew around the popover's arrival. */
function useKeptFocus(target: Target, isThere: boolean): Target {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (isThere && hadFocus.current) button.current?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [isThere]);
  return cloneElement(target, {
    ref: button,
    onFocus: (event) => {
      hadFocus.current = true;
      target.props.onFocus?.(event);
    },
    onBlur: (event) => {
      // A button that goes has not been left.
      if (event.currentTarget.isConnected) hadFocus.current = false;
      target.props.onBlur?.(event);
    },
  });
}
