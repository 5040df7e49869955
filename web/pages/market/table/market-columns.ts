/** What is drawn one under the other: rows by their place, and above the first of a group its heading. */
export type MarketItem = { kind: 'section' | 'row'; place: number };

/** In which columns, by their keys, a row has the same as the one above it, where that is told once. */
export type Repeats<Row> = (row: Row, above: Row) => readonly string[];

/** `sectionOf` gives what the rows of a section, which follow each other, have in common; nothing else of a row is read. */
export function itemsOf<Row>(rows: readonly Row[], sectionOf?: (row: Row) => string): MarketItem[] {
  let section: string | undefined;
  return rows.flatMap((row, place): MarketItem | MarketItem[] => {
    const item: MarketItem = { kind: 'row', place };
    if (!sectionOf) return item;
    const before = section;
    section = sectionOf(row);
    return section === before ? item : [{ kind: 'section', place }, item];
  });
}
