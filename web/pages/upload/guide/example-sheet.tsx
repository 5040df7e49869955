/** Invented articles; the headings are those of a file, so they are not translated. */
const rows = [
  ['GTIN', 'PhCode', 'Menge'],
  ['7680999990013', '0012345', '12'],
  ['7680999990020', '', '3'],
  ['', '2345678', '1'],
];
const columns = [
  { letter: 'A', x: 34, width: 150 },
  { letter: 'B', x: 184, width: 110 },
  { letter: 'C', x: 294, width: 90 },
];
const rowHeight = 26;
const width = 384;
const height = rowHeight * (rows.length + 1);

/** A picture of the first rows of a file as it should be. */
export function ExampleSheet({ label }: { label: string }) {
  return (
    <svg className="example-sheet" role="img" aria-label={label} viewBox={`-1 -1 ${width + 2} ${height + 2}`}>
      <rect className="example-sheet__ground" width={width} height={height} rx="4" />
      <path className="example-sheet__head" d={`M0 ${rowHeight}H${width}V0H0zM0 0H34V${height}H0z`} />
      {columns.map(({ letter, x, width: w }) => (
        <text key={letter} className="example-sheet__letter" x={x + w / 2} y={17} textAnchor="middle">
          {letter}
        </text>
      ))}
      {rows.map((cells, row) => (
        <g key={cells.join()} transform={`translate(0 ${rowHeight * (row + 1)})`}>
          <path className="example-sheet__line" d={`M0 0H${width}`} />
          <text className="example-sheet__letter" x={17} y={17} textAnchor="middle">
            {row + 1}
          </text>
          {columns.map(({ x, width: w }, column) => (
            <text
              key={x}
              className={row === 0 ? 'example-sheet__heading' : undefined}
              x={column === 2 && row > 0 ? x + w - 8 : x + 8}
              y={17}
              textAnchor={column === 2 && row > 0 ? 'end' : 'start'}
            >
              {cells[column]}
            </text>
          ))}
        </g>
      ))}
      {columns.map(({ x }) => (
        <path key={x} className="example-sheet__line" d={`M${x} 0V${height}`} />
      ))}
      <rect className="example-sheet__frame" width={width} height={height} rx="4" />
    </svg>
  );
}
