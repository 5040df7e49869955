/**
 * What part of the largest of these rows' values a row's own one is: 1 of the largest, less than 0 of a loss. They are
 * read once, when the first row asks.
 */
export function partOfLargest<Row>(
  rows: Iterable<Row>,
  readValue: (row: Row) => number | null | undefined,
): (row: Row) => number {
  let largest: number | undefined;
  return (row) => {
    if (largest === undefined) {
      largest = 0;
      for (const each of rows) largest = Math.max(largest, Math.abs(readValue(each) ?? 0));
    }
    return largest === 0 ? 0 : (readValue(row) ?? 0) / largest;
  };
}
