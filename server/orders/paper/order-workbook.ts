import { zurichDay } from '#shared/zurich.ts';
import { lateInWords } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { swissDate, swissPeriod, swissTime } from '../../platform/i18n/swiss.ts';
import {
  type Cell,
  columnsSheet,
  pageFoot,
  type Row,
  type Sheet,
  type SheetColumn,
  type Workbook,
} from '../../workbooks/writing/workbook.ts';
import { multiplierInWords, nameWithPack, type OrderForm, orderTitle } from './order-form.ts';

/** Leaves room for the other columns on a page. */
const LINE_CHARACTERS = 36;
const NOTE_CHARACTERS = 24;

type OrderRow = OrderForm['content']['rows'][number];
type OrderColumn = SheetColumn & { of(row: OrderRow, number: number): Cell; sum?: Cell };

/**
 * An order as a workbook: its rows, and the facts of the paper form. With `barcode` it is printed at 100 %, and what
 * belongs to a barcode stands next to it, so that it is on the same page.
 */
export function orderWorkbook(form: OrderForm, barcode: boolean): Workbook {
  const { content, language } = form;
  const word = (key: string, params = {}) => translate(language, `orderForm.${key}`, params);
  const madeOn = zurichDay(new Date(form.madeAt));
  const all: Record<string, OrderColumn> = {
    number: { heading: word('number'), kind: 'integer', of: (_, number) => number },
    barcode: { heading: word('barcode'), kind: 'barcode', instead: 5, of: ({ gtin }) => gtin },
    gtin: { heading: 'GTIN', kind: 'text', of: ({ gtin }) => gtin },
    pharmacode: { heading: word('pharmacode'), kind: 'text', of: ({ pharmacode }) => pharmacode },
    product: {
      heading: word('product'),
      kind: 'text',
      wide: LINE_CHARACTERS,
      of: (row) => (barcode ? nameWithPack(row) : row.productDescription),
      sum: word('sum'),
    },
    pack: { heading: word('pack'), kind: 'text', of: ({ pack }) => pack },
    manufacturer: { heading: word('manufacturer'), kind: 'text', of: ({ manufacturer }) => manufacturer },
    packs: {
      heading: word('packs'),
      kind: 'integer',
      meaning: word('meaning.packs'),
      of: ({ packs }) => packs,
      sum: content.sums.packs,
    },
    price: {
      heading: word('price'),
      kind: 'chf',
      meaning: word('meaning.price'),
      of: ({ exFactoryPrice }) => exFactoryPrice,
    },
    total: {
      heading: word('total'),
      kind: 'chf',
      meaning: word('meaning.total'),
      of: ({ lineTotal }) => lineTotal,
      sum: content.sums.exFactorySum,
    },
    note: {
      heading: word('note'),
      kind: 'text',
      wide: NOTE_CHARACTERS,
      of: (row) => lateInWords(language, row, madeOn),
    },
  };
  const order = barcode
    ? ['number', 'barcode', 'product', 'packs', 'gtin', 'pharmacode', 'price', 'total']
    : ['number', 'gtin', 'pharmacode', 'product', 'pack', 'manufacturer', 'packs', 'price', 'total'];
  const isAnyLate = content.rows.some(({ late }) => late);
  const chosen = [...order, ...(isAnyLate ? ['note'] : [])].map((name) => all[name]!);
  const list: Sheet = {
    name: word('sheet'),
    columns: chosen.map(({ of: _, sum: __, ...column }) => column),
    rows: content.rows.map((row, index) => chosen.map((column) => column.of(row, index + 1))),
    totals: chosen.map(({ sum = null }) => sum),
  };
  return {
    title: [orderTitle(language, form.order, content), content.statistic.customerName]
      .filter(Boolean)
      .join(', '),
    author: form.provider,
    created: form.madeAt,
    ...pageFoot(language),
    sheets: [list, facts(form), columnsSheet(language, [list])],
  };
}

function facts(form: OrderForm): Sheet {
  const { content, language } = form;
  const { statistic, signature, sums, catalogue } = content;
  const word = (key: string, params = {}) => translate(language, `orderForm.${key}`, params);
  const rows: Row[] = [
    ...(content.test ? [['', word('test')]] : []),
    [word('versionNumber'), { kind: 'integer', value: form.version }],
    [word('customer'), statistic.customerName],
    [word('address'), statistic.customerAddress ?? null],
    [word('customerNumber'), statistic.customerExternalId],
    [word('representative'), statistic.salesRepresentative],
    [word('period'), swissPeriod(statistic)],
    [word('multiplier'), multiplierInWords(language, content)],
    [word('wholesaler'), content.wholesaler?.wholesalerName ?? null],
    [word('deliveryDate'), { kind: 'date', value: content.deliveryDate }],
    [word('deliveryType'), word(`deliveryTypes.${content.deliveryType}`)],
    [word('rows'), { kind: 'integer', value: sums.rows }],
    [word('packs'), { kind: 'integer', value: sums.packs }],
    [word('sum'), { kind: 'chf', value: sums.exFactorySum }],
    ['', word('exFactory')],
    ...(sums.withoutPrice > 0 ? [['', word('withoutPrice', { count: sums.withoutPrice })]] : []),
    [
      word('signature'),
      signature ? `${signature.name}, ${swissTime(signature.signedAt)}` : word('notSigned'),
    ],
    [
      word('prices'),
      word('pricesOf', { date: swissDate(catalogue.priceDate), revision: catalogue.revision }),
    ],
    [word('made'), [swissTime(form.madeAt), form.madeBy].filter(Boolean).join(', ')],
    [word('hash'), form.sha256],
  ];
  return {
    name: word('facts'),
    form: 'page',
    columns: [
      { heading: orderTitle(language, form.order, content), kind: 'text' },
      { heading: '', kind: 'text' },
    ],
    rows: rows.filter(([, said]) => said !== null && said !== ''),
  };
}
