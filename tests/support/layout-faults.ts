/**
 * What of the shown page anybody would see to be wrong: it scrolls sideways, a text is cut, reaches beyond the card or
 * cell that it stands in, or lies over another. Is handed to a browser as it stands: uses nothing from outside.
 */
export function layoutFaults(): string[] {
  const faults = new Set<string>();
  const tooWide = document.documentElement.scrollWidth - innerWidth;
  if (tooWide > 0) faults.add(`the page is ${tooWide} px too wide`);

  interface Line {
    owner: Element;
    text: string;
    box: DOMRect;
    layer: Element | null;
  }
  const lines: Line[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const owner = node.parentElement!;
    if (!node.data.trim() || !owner.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    if (owner.closest('option, script, style, noscript')) continue;
    range.selectNodeContents(node);
    const text = node.data.trim().slice(0, 60);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const seen = boxes.flatMap((box) => inSight(owner, box, text) ?? []);
    for (const box of seen) lines.push({ owner, text, box, layer: layerOf(owner) });
  }

  lines.sort((one, other) => one.box.top - other.box.top);
  for (const [index, one] of lines.entries()) {
    for (let next = index + 1; next < lines.length && lines[next]!.box.top < one.box.bottom - 3; next++) {
      const other = lines[next]!;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      if (across <= 2 || one.owner === other.owner || one.layer !== other.layer) continue;
      faults.add(`“${one.text}” and “${other.text}” overlap`);
    }
  }
  return [...faults];

  /** The line, unless it is out of sight on purpose; notes where it is cut or leaves its place. */
  function inSight(owner: Element, box: DOMRect, text: string): DOMRect | undefined {
    let isFree = false;
    for (let each: Element | null = owner; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const outer = each.getBoundingClientRect();
      // Is there for screen readers.
      if (outer.width <= 1 || outer.height <= 1) return undefined;
      const isOut =
        box.left >= outer.right ||
        box.right <= outer.left ||
        box.top >= outer.bottom ||
        box.bottom <= outer.top;
      const isOver = box.left < outer.left - 1 || box.right > outer.right + 1;
      const isBelow = box.top < outer.top - 3 || box.bottom > outer.bottom + 3;
      if (style.overflowX !== 'visible' && (isOver || isBelow)) {
        const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
        // The whole of it is hidden, or in the title.
        if (!scrolls && !isOut && !owner.closest('[title]')) faults.add(`“${text}” is cut`);
        return undefined;
      }
      const edge = Number.parseFloat(style.borderRightWidth) + (style.boxShadow === 'none' ? 0 : 1);
      if (!isFree && (edge > 0 || each.matches('td, th'))) {
        const left = outer.left + Number.parseFloat(style.paddingLeft);
        const right = outer.right - Number.parseFloat(style.paddingRight);
        if (box.left < left - 1.5 || box.right > right + 1.5) {
          faults.add(`“${text}” reaches beyond ${each.localName}.${[...each.classList].join('.')}`);
          isFree = true;
        }
      }
      // What is placed freely leaves what it is written in.
      if (style.position === 'absolute' || style.position === 'fixed') isFree = true;
    }
    return box;
  }

  /** What lies over the rest and is moved by itself. */
  function layerOf(owner: Element): Element | null {
    for (let each: Element | null = owner; each; each = each.parentElement)
      if (['sticky', 'fixed', 'absolute'].includes(getComputedStyle(each).position)) return each;
    return null;
  }
}
