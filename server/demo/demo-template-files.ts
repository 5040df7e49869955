import { withFiles } from '#analytics/files.ts';
import { writeCsv } from '#fixtures/csv.ts';
import type { DemoWorld } from '#fixtures/demo-world.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkFile } from '../reference-data/template-files/check-file.ts';
import { templateFileKind } from '../reference-data/template-files/kinds.ts';
import { takeChecked } from '../reference-data/template-files/take-version.ts';
import { asUploaded } from '../statistics/uploads/uploaded-file.ts';

/** Puts the files in place that the demo's catalogue and customers would be made from, as its administrator would. */
export async function placeTemplateFiles(
  { bulkPool: pool, engine }: Dependencies,
  { catalogue, customers }: Pick<DemoWorld, 'catalogue' | 'customers'>,
  by: { id: number; name: string; email: string },
): Promise<void> {
  const files = {
    'own-attributes': { name: 'produkte.csv', text: catalogue.products },
    portfolio: { name: 'portfolio.csv', text: catalogue.portfolio },
    exclusives: { name: 'exklusiv.csv', text: catalogue.exclusive },
    customers: { name: 'kunden.csv', text: customerFile(customers) },
  };
  for (const [key, { name, text }] of Object.entries(files)) {
    const kind = templateFileKind(key)!;
    const bytes = Buffer.from(text);
    const id = await withFiles(engine, { file: bytes }, ({ file: path }) =>
      checkFile({ pool, engine }, kind, asUploaded(path, name, bytes), { userId: by.id }),
    );
    await takeChecked({ pool, engine }, kind, { id, by });
  }
}

function customerFile(customers: DemoWorld['customers']): string {
  const fields = ['externalId', 'name', 'parentExternalId', 'parentName', 'address'] as const;
  return writeCsv(
    [...fields, 'active', 'language', 'channel', 'oneKey', 'phone', 'mail'],
    customers.map((customer) => [
      ...fields.map((field) => customer[field] ?? ''),
      customer.active ? '1' : '0',
      customer.language,
      customer.channel,
      customer.wkpIdOneKey,
      customer.phone ?? '',
      customer.mail ?? '',
    ]),
  );
}
