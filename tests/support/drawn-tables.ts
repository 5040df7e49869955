import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';

/** A file of purchases as programs and people write them. */
export type DrawnFile = { bytes: Buffer; bought: ReadonlyMap<number, Bought>; shown: string };
/** In a row; no packs where only the sender knows how many. */
type Bought = { code: string; packs: number | undefined };

type Cell = string | null | { packs: number } | { price: number } | { day: number };
type Row = { cells: Cell[]; bought?: Bought; hidden?: boolean };
type Purchase = { code: string; name: string; packs: number[]; other: number; price: number; day: number };
type Column = { heading: string; cell: (purchase: Purchase) => Cell; hidden?: boolean };

/** What separates thousands and decimals, and how many decimals there are. */
export type Numbers = { thousands: '' | "'" | '.' | ','; decimal: '' | '.' | ','; decimals: 0 | 2 | 3 };
export const numbers = fc.constantFrom<Numbers>(
  { thousands: '', decimal: '', decimals: 0 },
  { thousands: "'", decimal: '.', decimals: 2 },
  { thousands: '.', decimal: ',', decimals: 3 },
  { thousands: ',', decimal: '.', decimals: 2 },
  { thousands: '', decimal: ',', decimals: 2 },
);

export function written(value: number, { thousands, decimal, decimals }: Numbers): string {
  const [whole = '', rest] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${value < 0 ? '-' : ''}${grouped}${rest ? `${decimal}${rest}` : ''}`;
}

/** A Swiss GTIN with its check digit, by GS1's modulo 10. */
export function gtinOf(number: number): string {
  const digits = `7680${String(number).padStart(8, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

type Parts = 'months' | 'quarters' | 'branches' | 'towns' | 'years';
/** Headings of one language: {packs} is what the column is called, {part} a month or a place, {name} an article. */
type Words = {
  code: string[];
  name: string[];
  packs: string[];
  parts: Record<Parts, string[]>;
  partOf: string[];
  totals: string[];
  results: string[];
};

const TOWNS_AND_YEARS = { towns: ['Bern', 'Chur', 'Thun', 'Olten'], years: ['2022', '2023', '2024', '2025'] };
const WORDS: Words[] = [
  {
    code: ['GTIN', 'EAN-Code', 'Artikel-EAN'],
    name: ['Bezeichnung', 'Artikel', 'Artikelbezeichnung'],
    packs: ['Menge', 'Anzahl', 'Anzahl Packungen', 'Menge geliefert', 'Bezugsmenge', 'Summe von Menge'],
    parts: {
      months: 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'.split(' '),
      quarters: ['Q1', 'Q2', 'Q3', 'Q4'],
      branches: ['Filiale Nord', 'Filiale Süd', 'Hauptgeschäft', 'Filiale West'],
      ...TOWNS_AND_YEARS,
    },
    partOf: ['{packs} {part}', '{part} {packs}', '{packs} ({part})', '{part}\n{packs}'],
    totals: ['Total', 'Gesamt', '{packs} Total', 'Total {packs}', '{packs} gesamt', 'Summe {packs}'],
    results: ['Ergebnis', 'Total', 'Summe', 'Gesamtergebnis', 'Total {name}', '{name} Ergebnis'],
  },
  {
    code: ['GTIN', 'Code EAN', 'EAN'],
    name: ['Désignation', 'Article', 'Libellé'],
    packs: ['Quantité', 'Qté', 'Nombre de boîtes', 'Qté livrée', 'Somme de Quantité'],
    parts: {
      months: 'janv. févr. mars avril mai juin juil. août sept. oct. nov. déc.'.split(' '),
      quarters: ['1er trim.', '2e trim.', '3e trim.', '4e trim.'],
      branches: ['Pharmacie A', 'Pharmacie B', 'Pharmacie C', 'Pharmacie D'],
      ...TOWNS_AND_YEARS,
    },
    partOf: ['{packs} {part}', '{part} {packs}', '{packs} ({part})', '{packs} - {part}'],
    totals: ['Total', '{packs} Total', 'Total {packs}', 'Total général'],
    results: ['Total', 'Sous-total', 'Somme', 'Résultat', 'Total {name}'],
  },
  {
    code: ['GTIN', 'Codice EAN', 'EAN'],
    name: ['Descrizione', 'Articolo', 'Denominazione'],
    packs: ['Quantità', 'Qta', 'Numero confezioni', 'Quantità consegnata'],
    parts: {
      months: 'gen feb mar apr mag giu lug ago set ott nov dic'.split(' '),
      quarters: ['1° trimestre', '2° trimestre', '3° trimestre', '4° trimestre'],
      branches: ['Succursale A', 'Succursale B', 'Succursale C', 'Sede'],
      ...TOWNS_AND_YEARS,
    },
    partOf: ['{packs} {part}', '{part} {packs}', '{packs} ({part})', '{packs}\n{part}'],
    totals: ['Totale', '{packs} totale', 'Totale {packs}', 'Totale generale'],
    results: ['Totale', 'Subtotale', 'Somma', 'Risultato', 'Totale {name}'],
  },
];

/** What stands beside packs and is none, or packs of another kind. */
const BESIDE: Column[] = [
  ...headed(
    'Preis|FAP|Prix public|Wert CHF|Umsatz|Betrag|Montant|Total CHF|Valore|Rabatt %',
    ({ price }) => ({
      price,
    }),
  ),
  ...headed(
    'Lagerbestand|Stock|Menge Vorjahr|Anzahl Lieferungen|Nombre de livraisons|Mindestmenge|Retouren|Quantité commandée|Menge bestellt|Fakturierte Menge|Ø Menge|Menge kumuliert|Anteil Menge|Inhalt|Lieferschein-Nr.|Pos.|Kunden-Nr.|Differenz Menge|Rang|Menge/Karton|Anzahl von Menge|Nombre de Quantité',
    ({ other }) => ({ packs: other }),
  ),
  ...headed('Datum|Lieferdatum|Date', ({ day }) => ({ day })),
  ...headed('Einheit|Hersteller|Bemerkung', () => 'Stk'),
  ...headed('GLN Lieferant', () => '7601001000018'),
];

/** Read where nothing else is. */
const OF_PACKS = /bestellt|Fakturiert|commandée/;

function headed(headings: string, cell: Column['cell']): Column[] {
  return headings.split('|').map((heading) => ({ heading, cell }));
}

const layout = fc.constantFrom(...WORDS).chain((words) =>
  fc.record({
    words: fc.constant(words),
    code: fc.constantFrom(...words.code, 'Pharmacode'),
    name: fc.constantFrom(...words.name),
    packs: fc.constantFrom(...words.packs),
    /** In which parts packs are told; 'none': not at all. */
    parts: fc.constantFrom<Parts | 'one' | 'none'>(
      ...(['one', 'one', 'months', 'quarters', 'branches', 'towns', 'years', 'none'] as const),
    ),
    count: fc.integer({ min: 2, max: 12 }),
    partOf: fc.constantFrom(...words.partOf),
    total: fc.constantFrom(...words.totals),
    totalAt: fc.constantFrom('none', 'front', 'end'),
    /** Parts below one heading for all of them, which stands above the other headings or in their row. */
    group: fc.constantFrom('none', 'above', 'beside'),
    beside: fc.uniqueArray(
      fc.record({ column: fc.constantFrom(...BESIDE), hidden: fc.boolean(), isBehind: fc.boolean() }),
      { maxLength: 4, selector: ({ column }) => column },
    ),
    /** A hidden column with the same heading and other figures. */
    hasTwin: fc.boolean(),
    /** Where there are no packs stands nothing. */
    hasBlanks: fc.boolean(),
  }),
);
type Layout = typeof layout extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const packs = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.integer({ min: 0, max: 3000 }));
const article = fc.record({
  number: fc.integer({ min: 1_000_000, max: 9_999_999 }),
  name: fc.constantFrom(
    'Salbe',
    'Crème forte',
    'Tabl 5 mg',
    'Gel 10,5 %',
    'Sirup 30 Stk',
    'Total Care',
    'Gel; 20',
  ),
  rows: fc.array(
    fc.record({
      packs: fc.array(packs, { minLength: 12, maxLength: 12 }),
      other: fc.integer({ min: 0, max: 400 }),
      price: fc.integer({ min: 1, max: 500_000 }).map((centimes) => centimes / 100),
      day: fc.integer({ min: 45_700, max: 46_000 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const table = fc.record({
  layout,
  title: fc.boolean(),
  /** Empty rows above. */
  gap: fc.nat(2),
  articles: fc.uniqueArray(article, { minLength: 1, maxLength: 6, selector: ({ number }) => number }),
  /** So many articles more, with a row each. */
  more: fc.constantFrom(0, 0, 0, 0, 120),
  /** What calls rows that sum up those of an article above, and in which column: beyond the last one, or a code's. */
  result: fc.nat(5),
  resultAt: fc.constantFrom('none', 'none', 'name', 'code', 'beyond', 'unnamed'),
  resultHasCode: fc.boolean(),
  /** Rows without such a name stand above what they sum up. */
  resultAbove: fc.boolean(),
  /** A table of returns, by its title. */
  isOfReturns: fc.boolean(),
  hasTotal: fc.boolean(),
  /** Headings stand again below every so many rows. */
  page: fc.constantFrom(0, 0, 0, 3, 40),
  hiddenRows: fc.array(fc.nat(10), { maxLength: 3 }),
});
type DrawnTable = typeof table extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const writing = fc.record({
  kind: fc.constantFrom('csv', 'xlsx', 'xlsx', 'biff8'),
  isQuoted: fc.boolean(),
  numbers,
  /** Numbers as texts in cells of a workbook. */
  isText: fc.boolean(),
  format: fc.constantFrom('General', '0', '#,##0', '0.00', '0 "Stk"', '[Red]-0;0', '@', '0.00E+00'),
  unit: fc.constantFrom('', '', ' Stk', ' x', ' PCE'),
  minus: fc.constantFrom('-#', '#-', '(#)'),
});
type Writing = typeof writing extends fc.Arbitrary<infer Drawn> ? Drawn : never;

export const drawnFile: fc.Arbitrary<DrawnFile> = fc
  .record({ tables: fc.array(table, { minLength: 1, maxLength: 2 }), writing })
  .map(({ tables, writing }) => {
    const canHide = tables.length === 1 && writing.kind !== 'csv';
    // A blank behind a name with a separator could be the name's own.
    const canBeBlank = writing.kind !== 'csv' || writing.isQuoted;
    const layouts = tables.map(({ layout }) =>
      columnsOf({ ...layout, hasBlanks: layout.hasBlanks && canBeBlank }, canHide),
    );
    const rows = tables.flatMap((each, i) => {
      // Up to the next title all are returns.
      const title = each.title || (i > 0 && tables[0]!.isOfReturns);
      return rowsOf({ ...each, title }, layouts[i]!, i > 0);
    });
    const hidden = layouts[0]!.columns.map(({ hidden = false }) => hidden && canHide);
    const texts = rows.map(({ cells }) => cells.map((cell) => textOf(cell, writing)));
    const bytes = writing.kind === 'csv' ? csvOf(texts, writing) : workbookOf(rows, hidden, writing);
    const bought = new Map(rows.flatMap(({ bought }, i) => (bought ? [[i + 1, bought] as const] : [])));
    const shown = texts.map((cells, i) => `${i + 1}: ${cells.join(' | ')}   = ${bought.get(i + 1)?.packs}`);
    return { bytes, bought, shown: [JSON.stringify({ ...writing, hidden }), ...shown].join('\n') };
  });

type Columns = {
  headings: (string | null)[][];
  columns: Column[];
  packsOf: (purchase: Purchase) => number | undefined;
};

function columnsOf(layout: Layout, canHide: boolean): Columns {
  const { words, packs, beside, hasBlanks, totalAt } = layout;
  const cellOf = (value: number): Cell => (hasBlanks && value === 0 ? null : { packs: value });
  const kind = layout.parts;
  const parts = kind === 'one' || kind === 'none' ? [] : words.parts[kind].slice(0, layout.count);
  // Nobody can tell which of them is meant.
  const isOpen = (kind === 'towns' || kind === 'years') && totalAt === 'none';
  const group = parts.length > 0 ? layout.group : 'none';
  const called = (pattern: string, part = '') => pattern.replace('{packs}', packs).replace('{part}', part);
  const sum = (purchase: Purchase) => purchase.packs.slice(0, parts.length || 1).reduce((a, b) => a + b, 0);
  const total = {
    heading: group === 'none' ? called(layout.total) : words.totals[0]!,
    cell: (each: Purchase) => cellOf(sum(each)),
  };
  const quantities: Column[] = parts.map((part, i) => ({
    heading: group === 'none' ? called(layout.partOf, part) : part,
    cell: (each) => cellOf(each.packs[i]! + (isOpen ? 10_000 * 3 ** i : 0)),
  }));
  if (kind === 'one') quantities.push({ ...total, heading: packs });
  else if (totalAt === 'end' && parts.length > 0) quantities.push(total);
  else if (totalAt === 'front' && parts.length > 0) quantities.unshift(total);
  if (layout.hasTwin && canHide && kind !== 'none')
    quantities.push({ heading: packs, cell: ({ other }) => ({ packs: other }), hidden: true });
  const besides = (isBehind: boolean) =>
    beside
      .filter(
        (each) => each.isBehind === isBehind && !(kind === 'none' && OF_PACKS.test(each.column.heading)),
      )
      .map(({ column, hidden }) => ({ ...column, hidden }));
  const columns: Column[] = [
    { heading: layout.code, cell: ({ code }) => code },
    { heading: layout.name, cell: ({ name }) => name },
    ...besides(false),
    ...quantities,
    ...besides(true),
  ];
  const row = (isHere: (column: Column) => boolean) =>
    columns.map((column) => (isHere(column) ? column.heading : null));
  const ofGroup = columns.map((column) => (column === quantities[0] ? packs : null));
  const isPart = (column: Column) => quantities.includes(column);
  const aside = row((column) => !isPart(column));
  const headings =
    group === 'none'
      ? [row(() => true)]
      : group === 'above'
        ? [ofGroup, row(() => true)]
        : [aside.map((heading, i) => heading ?? ofGroup[i]!), row(isPart)];
  return { headings, columns, packsOf: isOpen || kind === 'none' ? () => undefined : sum };
}

function rowsOf(drawn: DrawnTable, { headings, columns, packsOf }: Columns, isFurther: boolean): Row[] {
  const { layout, articles, result, resultAt, resultHasCode, page, isOfReturns } = drawn;
  const isPharmacode = layout.code === 'Pharmacode';
  const cellsOf = (purchase: Purchase) => columns.map(({ cell }) => cell(purchase));
  const rows: Row[] = isFurther ? Array.from({ length: drawn.gap }, () => ({ cells: [] })) : [];
  if (isOfReturns || drawn.title)
    rows.push({ cells: [isOfReturns ? 'Retouren' : 'Statistik 2025'] }, { cells: [] });
  // Taken off with a minus and without.
  const packsIn = (purchase: Purchase) => {
    const packs = packsOf(purchase);
    return packs && (isOfReturns ? -Math.abs(packs) : packs);
  };
  const putHeadings = () => rows.push(...headings.map((cells) => ({ cells })));
  putHeadings();
  const [model] = articles;
  const more = Array.from({ length: drawn.more }, (_, i) => ({
    ...model!,
    number: 500_000 + i,
    rows: [{ ...model!.rows[0]!, packs: model!.rows[0]!.packs.map((packs) => packs + i) }],
  }));
  const all: Purchase[] = [];
  // Told by the day that they lack, and by what they sum up.
  const canBeUnnamed =
    columns.some(({ heading }) => heading.toLowerCase().includes('dat')) &&
    articles.some(({ rows }) => rows.length > 1);
  for (const { number, name, rows: each } of articles.concat(more)) {
    const code = isPharmacode ? String(number) : gtinOf(number);
    const purchases = each.map((row) => ({ ...row, code, name }));
    const at = rows.length;
    for (const purchase of purchases) {
      if (page > 0 && all.length > 0 && all.length % page === 0) putHeadings();
      all.push(purchase);
      rows.push({
        cells: cellsOf(purchase),
        bought: { code: isPharmacode ? code.padStart(7, '0') : code, packs: packsIn(purchase) },
      });
    }
    if (resultAt === 'none' || (resultAt === 'unnamed' && !canBeUnnamed)) continue;
    const label = layout.words.results[result % layout.words.results.length]!.replace('{name}', name);
    const cells = columns.map(({ cell }) => {
      const value = cell(added(purchases));
      return value !== null && typeof value === 'object' && 'day' in value ? null : value;
    });
    if (!resultHasCode) cells[0] = null;
    if (resultAt === 'name') cells[1] = label;
    if (resultAt === 'code') cells.splice(0, 2, label, null);
    if (resultAt === 'beyond') cells.push(label);
    if (resultAt === 'unnamed' && drawn.resultAbove) rows.splice(at, 0, { cells });
    else rows.push({ cells });
  }
  if (drawn.hasTotal) {
    const cells = cellsOf(added(all)).map((cell) => (typeof cell === 'string' ? null : cell));
    rows.push({ cells: ['Total', ...cells.slice(1)] });
  }
  for (const i of drawn.hiddenRows) if (rows[i]?.bought) rows[i].hidden = true;
  return rows;
}

function added(purchases: Purchase[]): Purchase {
  const sum = (of: (purchase: Purchase) => number) => purchases.reduce((total, each) => total + of(each), 0);
  return {
    ...purchases[0]!,
    packs: purchases[0]!.packs.map((_, i) => sum(({ packs }) => packs[i]!)),
    other: sum(({ other }) => other),
    price: Math.round(100 * sum(({ price }) => price)) / 100,
  };
}

function textOf(cell: Cell, { numbers, unit, minus }: Writing): string {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if ('price' in cell)
    return written(cell.price, { ...numbers, decimals: 2, decimal: numbers.decimal || '.' });
  if ('day' in cell) {
    const day = new Date((cell.day - 25_569) * 86_400_000).toISOString();
    return day.slice(0, 10).split('-').reverse().join('.');
  }
  const size = written(Math.abs(cell.packs), numbers);
  return `${cell.packs < 0 ? minus.replace('#', size) : size}${unit}`;
}

function csvOf(texts: string[][], { isQuoted }: Writing): Buffer {
  const quoted = (text: string) =>
    (isQuoted && text.includes(';')) || text.includes('\n') ? `"${text}"` : text;
  return Buffer.from(texts.map((cells) => cells.map(quoted).join(';')).join('\r\n'));
}

function workbookOf(rows: Row[], hidden: boolean[], writing: Writing): Buffer {
  const { kind, isText, format } = writing;
  const sheet = utils.aoa_to_sheet(
    rows.map(({ cells }) =>
      cells.map((cell) => {
        if (cell === null || typeof cell === 'string')
          return /^20\d\d$/.test(cell ?? '') && !isText ? Number(cell) : cell;
        if ('day' in cell) return { t: 'n', v: cell.day, z: 'dd.mm.yyyy' };
        if (isText) return textOf(cell, writing);
        return 'price' in cell ? { t: 'n', v: cell.price, z: '0.00' } : { t: 'n', v: cell.packs, z: format };
      }),
    ),
  );
  sheet['!cols'] = hidden.map((hidden) => ({ hidden }));
  sheet['!rows'] = rows.map(({ hidden = false }) => ({ hidden }));
  return write(utils.book_new(sheet, 'Daten'), { bookType: kind as 'xlsx', type: 'buffer' }) as Buffer;
}
