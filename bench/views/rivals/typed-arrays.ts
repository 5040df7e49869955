import { encodeArrow } from '#analytics/arrow.ts';
import type { Column } from '#analytics/columns.ts';
import { arrowCells } from '../answer.ts';
import { aggregateColumns, type Rival, type RivalAnswer, summaryColumns } from './rival.ts';
import type { RivalLines } from './rival-lines.ts';

/** Sums of an article. Amounts in centimes; below 2^53 for any assortment there is. */
type Articles = { count: number; product: Int32Array; quantity: Float64Array };

/**
 * Hand-written loops over typed arrays, nothing but what the question needs, and the answer encoded as ours is: what one
 * core can do from the same lines. Only questions that it was written for.
 */
export function openTypedArrayRival(lines: RivalLines): Rival {
  const { products } = lines;
  const sums = new Float64Array(lines.articleCount);
  const answers: Record<string, () => Uint8Array> = {
    summary,
    atc: () => aggregate('atcCategory', products.atcGroup, lines.atcGroups, () => true, 5),
    manufacturers: () =>
      aggregate('manufacturerName', products.manufacturer, lines.manufacturers, () => true, 5),
    'manufacturers (match, generika, original, efPreisSum)': () =>
      aggregate(
        'manufacturerName',
        products.manufacturer,
        lines.manufacturers,
        (product) => products.alternative[product] !== -1 && products.origin[product] !== 2,
        3,
      ),
    molecule: () => aggregate('moleculeName', products.molecule, lines.molecules, () => true, 5),
  };
  const columns: Record<string, readonly string[]> = {
    summary: summaryColumns,
    atc: aggregateColumns('atcCategory'),
    molecule: aggregateColumns('moleculeName'),
  };
  return {
    name: 'typed arrays',
    loadMs: 0,
    reason: 'no loop was written for it',
    answers: Object.fromEntries(
      Object.entries(answers).map(([name, answer]): [string, RivalAnswer] => [
        name,
        {
          columns: columns[name] ?? aggregateColumns('manufacturerName'),
          stream: answer,
          rows: () => arrowCells(answer()),
        },
      ]),
    ),
    async close() {},
  };

  /** Sums the lines per article; those of which more came back than was bought are left out. */
  function articles(): Articles {
    const { article, quantity, lineCount } = lines;
    sums.fill(0);
    for (let line = 0; line < lineCount; line++) sums[article[line]!]! += quantity[line]!;
    const bought = {
      count: 0,
      product: new Int32Array(sums.length),
      quantity: new Float64Array(sums.length),
    };
    for (let each = 0; each < sums.length; each++) {
      if (!(sums[each]! > 0)) continue;
      bought.product[bought.count] = each < products.count ? each : -1;
      bought.quantity[bought.count++] = sums[each]!;
    }
    return bought;
  }

  function potential(product: number, quantity: number): number {
    const alternative = products.alternative[product]!;
    const price = alternative === -1 ? -1 : products.exFactoryPrice[alternative]!;
    if (price === -1) return 0;
    const divisor = products.alternativePack[product]!;
    return Math.floor((2 * quantity * products.pack[product]! * price + divisor) / (2 * divisor));
  }

  function aggregate(
    name: string,
    group: Int32Array,
    names: readonly string[],
    wanted: (product: number) => boolean,
    sortColumn: number,
  ): Uint8Array {
    const counts = new Int32Array(names.length);
    const totals = [2, 3, 4, 5].map(() => new Float64Array(names.length));
    const [packs, exFactory, publicSum, potentials] = totals as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const bought = articles();
    for (let index = 0; index < bought.count; index++) {
      const product = bought.product[index]!;
      if (product === -1) continue;
      const at = group[product]!;
      if (at === -1 || !wanted(product)) continue;
      const quantity = bought.quantity[index]!;
      counts[at]!++;
      packs[at]! += quantity;
      exFactory[at]! += quantity * Math.max(0, products.exFactoryPrice[product]!);
      publicSum[at]! += quantity * Math.max(0, products.publicPrice[product]!);
      potentials[at]! += potential(product, quantity);
    }
    const sorted = totals[sortColumn - 2]!;
    const order = Array.from(counts.keys())
      .filter((at) => counts[at]! > 0)
      .sort((a, b) => sorted[b]! - sorted[a]! || a - b);
    const pick = (values: Float64Array, divisor: number) =>
      Float64Array.from(order, (at) => values[at]! / divisor);
    const values = order.map((at) => names[at]!);
    const [, ...titles] = aggregateColumns(name);
    const amounts = [pick(packs, 1), pick(exFactory, 100), pick(publicSum, 100), pick(potentials, 100)];
    return encode(order.length, [
      {
        name,
        type: 'dictionary',
        values,
        batches: [batch(Int32Array.from(order.keys()))],
      },
      { name: titles[0]!, type: 'int32', batches: [batch(Int32Array.from(order, (at) => counts[at]!))] },
      ...amounts.map(
        (data, index): Column => ({ name: titles[index + 1]!, type: 'float64', batches: [batch(data)] }),
      ),
    ]);
  }

  function summary(): Uint8Array {
    const bought = articles();
    const turnover = new Float64Array(3);
    const packs = new Float64Array(3);
    const byOrigin = new Int32Array(3);
    const sets = new Uint16Array(products.count);
    const manufacturers = new Uint8Array(lines.manufacturers.length);
    const molecules = new Uint8Array(lines.molecules.length);
    let [providerTurnover, providerPacks, potentials, pharma, provider, raised] = [0, 0, 0, 0, 0, 0];
    for (let index = 0; index < bought.count; index++) {
      const product = bought.product[index]!;
      const quantity = bought.quantity[index]!;
      if (product === -1) {
        packs[2]! += quantity;
        continue;
      }
      const origin = products.origin[product]!;
      const sum = quantity * Math.max(0, products.exFactoryPrice[product]!);
      turnover[origin]! += sum;
      packs[origin]! += quantity;
      pharma += products.pharma[product]!;
      if (products.manufacturer[product] !== -1) manufacturers[products.manufacturer[product]!] = 1;
      if (products.molecule[product] !== -1) molecules[products.molecule[product]!] = 1;
      const alternative = products.alternative[product]!;
      if (products.provider[product] === 1) {
        provider++;
        providerTurnover += sum;
        providerPacks += quantity;
      }
      if (alternative === -1) {
        if (products.provider[product] === 1) sets[product]!++;
        continue;
      }
      sets[alternative]!++;
      potentials += potential(product, quantity);
      byOrigin[origin]!++;
      if (origin === 0) raised += products.sb20[product]!;
    }
    const duplicates = new Int32Array(3);
    for (let set = 0; set < sets.length; set++) {
      if (sets[set]! >= 2) duplicates[Math.min(sets[set]!, 4) - 2]!++;
    }
    const count = (flags: Uint8Array) => flags.reduce((sum, flag) => sum + flag, 0);
    const all = (parts: Float64Array) => parts[0]! + parts[1]! + parts[2]!;
    const amounts: Record<string, number> = {
      turnoverTotal: all(turnover) / 100,
      turnoverOriginal: turnover[0]! / 100,
      turnoverGenericum: turnover[1]! / 100,
      turnoverOthers: turnover[2]! / 100,
      turnoverProvider: providerTurnover / 100,
      potentialTotal: potentials / 100,
      totalQty: all(packs),
      totalOriginalQty: packs[0]!,
      totalGenericQty: packs[1]!,
      totalOthersQty: packs[2]!,
      totalProviderQty: providerPacks,
    };
    const counts: Record<string, number> = {
      genericQuota: Math.floor((200 * turnover[1]! + all(turnover)) / (2 * all(turnover))),
      genericPenetration: Math.floor(
        (200 * packs[1]! + packs[0]! + packs[1]!) / (2 * (packs[0]! + packs[1]!)),
      ),
      numberOfArticles: bought.count,
      numberOfPharmaArticles: pharma,
      existingProviderProducts: provider,
      totalManufacturer: count(manufacturers),
      totalMolecules: count(molecules),
      alternativeProvider: byOrigin[0]! + byOrigin[1]! + byOrigin[2]!,
      gxAlternativeProvider: byOrigin[1]!,
      oxProvider: byOrigin[0]!,
      oxProviderWith20Percent: raised,
      duplicateProducts2: duplicates[0]!,
      duplicateProducts3: duplicates[1]!,
      duplicateProducts4: duplicates[2]!,
    };
    return encode(
      1,
      summaryColumns.map((name): Column => {
        const amount = amounts[name];
        if (amount !== undefined) return { name, type: 'float64', batches: [batch(Float64Array.of(amount))] };
        return { name, type: 'int32', batches: [batch(Int32Array.of(counts[name]!))] };
      }),
    );
  }
}

function batch<Data extends Int32Array | Float64Array>(data: Data) {
  return { length: data.length, nullCount: 0, validity: null, data };
}

function encode(rowCount: number, columns: Column[]): Uint8Array {
  return encodeArrow({ rowCount, columns }, {});
}
