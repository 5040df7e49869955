import ExcelJS from 'exceljs';
import type { ReferenceData } from '#server/reference-data/publishing/publish.ts';
import { gtin } from './world.ts';

/** Three packs of one molecule: an original, a competitor's generic and the provider's generic. Prices CHF 20, 12, 10. */
export const original = gtin('768010000001');
export const generic = gtin('768010000002');
export const provider = gtin('768010000003');

const heading =
  'gtin,pharmacode,description,manufacturer,atc,molecule,packSize,unit,form,strength,origin,sl,sB20,biological,coMarketing,exFactoryPrice,publicPrice,swissmedicNo,category';

/** Reference data of three products; the competitor's two have the provider's as alternative. */
export const smallCatalogue = {
  catalogue: {
    products: [
      heading,
      `${original},0000001,Original 10 mg 30 Tabl,Original AG,C09AA05,ramiprilum,30,Tabl,Tabletten,10 mg,original,1,1,0,0,20,35.5,10000,B`,
      `${generic},0000002,Generic 10 mg 30 Tabl,Generic AG,C09AA05,ramiprilum,30,Tabl,Tabletten,10 mg,generic,1,0,0,0,12,22.25,10001,B`,
      `${provider},0000003,Provider 10 mg 30 Tabl,Provider AG,C09AA05,ramiprilum,30,Tabl,Tabletten,10 mg,generic,1,0,0,0,10,19.9,10002,B`,
      '',
    ].join('\n'),
    portfolio: `gtin,alternativeGTIN,rank\n${original},${provider},1\n${generic},${provider},1\n`,
    exclusive: `gtin\n${provider}\n`,
    priceDate: '2026-01-01',
  },
  stockouts: {
    csv: `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n${original},2026-01-02,2026-01-03,,\n`,
  },
} satisfies ReferenceData;

/** An .xlsx with the heading GTIN, Menge and these rows. */
export async function workbook(
  rows: readonly (readonly [string | number, string | number])[],
): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Bezug');
  sheet.addRow(['GTIN', 'Menge']);
  for (const row of rows) sheet.addRow([...row]);
  return new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer);
}
