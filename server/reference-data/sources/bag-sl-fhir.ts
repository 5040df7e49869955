import { looksLike, refuseOther } from './reading/looks-like.ts';
import { openSource } from './reading/open-source.ts';
import { type JsonListener, readJson } from './reading/read-json.ts';
import { Clock } from './reading/reader-clock.ts';
import { NewestDay, RowCollector } from './reading/row-collector.ts';
import { sourceKinds } from './reading/source-limits.ts';
import type { SourceFile, SourceInput } from './rows.ts';
import { child, children, packsOf, type Resource, text } from './sl-packs.ts';

const KEY = 'bag-sl-fhir';

const COLUMNS = [
  'gtin',
  'description',
  'manufacturer',
  'molecule',
  'atc',
  'packSizeText',
  'strength',
  'origin',
  'productType',
  'biological',
  'coMarketing',
  'listed',
  'costShare',
  'prices',
];

/** Resources of one bundle; the BAG's have some ten of them, with a few for every pack. */
const MOST_RESOURCES = 20_000;

/**
 * Reads the Spezialitätenliste as the BAG publishes it in FHIR: bundles one per line, a list of them, one alone or one
 * of bundles, or an archive of such files. Nothing but one bundle is held in memory.
 */
export async function readSlFhir(input: SourceInput): Promise<SourceFile<typeof KEY>> {
  const clock = new Clock(input);
  const opened = await openSource(KEY, input);
  if (!sourceKinds[KEY].kinds.includes(opened.kind)) {
    throw refuseOther(KEY, input, await looksLike(opened, input, clock));
  }
  const bundles = new BundleReader(input);
  await readJson(opened, input, clock, bundles);
  if (!bundles.sawResources) throw refuseOther(KEY, input, await looksLike(opened, input, clock));
  bundles.rows.count('bundles', bundles.bundles);
  return bundles.rows.finish(input, { date: bundles.newest.day, columns: COLUMNS });
}

class BundleReader implements JsonListener {
  readonly rows = new RowCollector<typeof KEY>();
  documents = 0;
  bundles = 0;
  sawResources = false;
  /** Bundles say no day of their own; the export is made when the newest status is set, on the first of a month. */
  readonly newest = new NewestDay();
  private readonly input: SourceInput;
  private readonly seen = new Set<string>();
  private resources: Resource[] = [];

  constructor(input: SourceInput) {
    this.input = input;
  }

  piece(value: unknown): void {
    // A bundle in a list of bundles, or an entry of a bundle.
    const isBundle = text(value, 'resourceType') === 'Bundle';
    const resource = isBundle ? (value as Resource) : child(value, 'resource');
    if (!resource || text(resource, 'resourceType') === '') return;
    this.sawResources = true;
    if (text(resource, 'resourceType') === 'Bundle') {
      this.takeBundle(children(resource, 'entry').flatMap((entry) => children(entry, 'resource')));
    } else {
      this.resources.push(resource);
      if (this.resources.length > MOST_RESOURCES) throw refuseOther(KEY, this.input, undefined);
    }
  }

  documentEnd(): void {
    this.documents++;
    if (this.resources.length > 0) this.takeBundle(this.resources);
    this.resources = [];
  }

  private takeBundle(resources: Resource[]): void {
    this.bundles++;
    for (const { pack, doubts, statusDate } of packsOf(resources)) {
      this.newest.see(statusDate);
      const refuse = (column: string, value: string, reason: string) =>
        this.rows.refuse(this.bundles, column, value, reason);
      this.rows.find();
      if (pack.gtin === null) refuse('packaging.identifier', pack.description, 'gtin_invalid');
      else if (pack.gtin === '') {
        this.rows.count('packsWithoutGtin');
        // Never derived from anything else: what is sold under another code would be priced by it.
        this.rows.leaveOut(this.bundles, 'packaging.identifier', pack.description, 'gtin_missing');
      } else if (this.seen.has(pack.gtin)) refuse('packaging.identifier', pack.gtin, 'gtin_duplicate');
      else {
        this.seen.add(pack.gtin);
        for (const { column, value, reason } of doubts) this.rows.doubt(this.bundles, column, value, reason);
        if (pack.prices.length === 0) this.rows.count('packsWithoutPrice');
        if (pack.listed === null) this.rows.count('packsNotListed');
        if (pack.listed?.until) this.rows.count('packsListedUntil');
        if (pack.costShare === 40) this.rows.count('packsWithRaisedCostShare');
        this.rows.use({ ...pack, gtin: pack.gtin });
      }
    }
  }
}
