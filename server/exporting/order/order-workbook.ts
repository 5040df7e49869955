import { translate } from '../../words/messages.ts';
import { columnsSheet } from '../workbook/columns-sheet.ts';
import type { Cell, Row, Sheet, SheetColumn, Workbook } from '../workbook/workbook.ts';
import { chf, count, period, swissDate, swissTime } from './order-figures.ts';
import type { OrderForm } from './order-form.ts';
import { multiplierInWords } from './order-words.ts';

/** An order as a workbook: its rows, with an EAN-13 each where `barcode`, and what the paper form says beside them. */
export function orderWorkbook(form: OrderForm, barcode: boolean): Workbook {
  const { content, language } = form;
  const word = (key: string, params = {}) => translate(language, `orderForm.${key}`, params);
  const columns: SheetColumn[] = [
    { heading: word('number'), kind: 'integer' },
    ...(barcode ? [{ heading: word('barcode'), kind: 'barcode', instead: 3 } as const] : []),
    { heading: 'GTIN', kind: 'text' },
    { heading: word('pharmacode'), kind: 'text' },
    { heading: word('product'), kind: 'text' },
    { heading: word('pack'), kind: 'text' },
    { heading: word('manufacturer'), kind: 'text' },
    { heading: word('packs'), kind: 'integer', meaning: word('meaning.packs') },
    { heading: word('price'), kind: 'chf', meaning: word('meaning.price') },
    { heading: word('total'), kind: 'chf', meaning: word('meaning.total') },
  ];
  const list: Sheet = {
    name: word('sheet'),
    columns,
    rows: content.rows.map((row, index): Cell[] => [
      index + 1,
      ...(barcode ? [row.gtin] : []),
      row.gtin,
      row.pharmacode,
      row.productDescription,
      row.pack,
      row.manufacturer,
      row.packs,
      row.exFactoryPrice,
      row.lineTotal,
    ]),
  };
  return {
    title: [word('title', { order: form.order }), content.statistic.customerName].filter(Boolean).join(', '),
    author: form.provider,
    created: form.madeAt,
    pageOf: translate(language, 'workbook.pageOf'),
    sheets: [list, facts(form), columnsSheet(language, [list])],
  };
}

function facts(form: OrderForm): Sheet {
  const { content, language } = form;
  const { statistic, signature, sums, catalogue } = content;
  const word = (key: string, params = {}) => translate(language, `orderForm.${key}`, params);
  const rows: Row[] = [
    [word('versionNumber'), String(form.version)],
    [word('customer'), statistic.customerName],
    [word('address'), statistic.customerAddress ?? null],
    [word('customerNumber'), statistic.customerExternalId],
    [word('representative'), statistic.salesRepresentative],
    [word('period'), period(statistic)],
    [word('multiplier'), multiplierInWords(language, content)],
    [word('wholesaler'), content.wholesaler?.wholesalerName ?? null],
    [word('deliveryDate'), swissDate(content.deliveryDate)],
    [word('deliveryType'), word(`deliveryTypes.${content.deliveryType}`)],
    [word('rows'), count(sums.rows)],
    [word('packs'), count(sums.packs)],
    [word('sum'), chf(sums.exFactorySum)],
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
      { heading: word('title', { order: form.order }), kind: 'text' },
      { heading: '', kind: 'text' },
    ],
    rows: rows.filter(([, said]) => said !== null && said !== ''),
  };
}
