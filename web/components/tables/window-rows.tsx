import { Fragment, type ReactNode } from 'react';

/** What of a list of rows of equal height is in the document. */
export interface RowWindow {
  count: number;
  /** Pixels. */
  rowHeight: number;
}

interface WindowRowsProps {
  window: RowWindow;
  places: readonly number[];
  children: (place: number) => ReactNode;
  keyOf?: (place: number) => string;
}

/** The rows at these places, and room for those between, before and after them. */
export function WindowRows({
  window: { count, rowHeight },
  places,
  children,
  keyOf = String,
}: WindowRowsProps) {
  const after = count - 1 - (places.at(-1) ?? -1);
  return (
    <>
      {places.map((place, index) => {
        const missing = place - (places[index - 1] ?? -1) - 1;
        return (
          <Fragment key={keyOf(place)}>
            {missing > 0 && <Gap height={missing * rowHeight} />}
            {children(place)}
          </Fragment>
        );
      })}
      {after > 0 && <Gap height={after * rowHeight} />}
    </>
  );
}

function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot be focused.
    <tr className="data-table__gap" aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}
