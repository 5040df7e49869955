import type { Column } from '#analytics/columns.ts';
import { arrowCells } from '../answer.ts';
import { amounts, batch, encode, integers, named, row } from './encode-answer.ts';
import {
  aggregateColumns,
  duplicateTotalColumns,
  listColumns,
  potentialColumns,
  productTotalColumns,
  type Rival,
  type RivalAnswer,
  summaryColumns,
  totalColumns,
} from './rival.ts';
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
  const all = () => true;
  const { atcGroup, manufacturer, molecule } = products;
  const answers: Record<string, [columns: readonly string[], answer: () => Uint8Array]> = {
    summary: [summaryColumns, summary],
    atc: aggregated(aggregateColumns('atcCategory'), atcGroup, lines.atcGroups, all, 5),
    manufacturers: aggregated(
      aggregateColumns('manufacturerName'),
      manufacturer,
      lines.manufacturers,
      all,
      5,
    ),
    'manufacturers (match, generika, original, efPreisSum)': aggregated(
      aggregateColumns('manufacturerName'),
      manufacturer,
      lines.manufacturers,
      (product) => products.alternative[product] !== -1 && products.origin[product] !== 2,
      3,
    ),
    molecule: aggregated(aggregateColumns('moleculeName'), molecule, lines.molecules, all, 5),
    turnover_potential: aggregated(potentialColumns('name'), molecule, lines.molecules, all, 5),
    'atc/totals': totalled(totalColumns, atcGroup, lines.atcGroups),
    'manufacturers/totals': totalled(totalColumns, manufacturer, lines.manufacturers),
    'molecule/totals': totalled(totalColumns, molecule, lines.molecules),
    'turnover_potential/totals': totalled(potentialColumns('rowCount'), molecule, lines.molecules),
    'list/molecules': [listColumns, () => list(molecule, lines.molecules)],
    'list/manufacturers': [listColumns, () => list(manufacturer, lines.manufacturers)],
    'product/totals': [productTotalColumns, productTotals],
    'duplicate_products/totals': [duplicateTotalColumns, duplicateTotals],
  };
  return {
    name: 'typed arrays',
    loadMs: 0,
    reason: 'no loop was written for it',
    answers: Object.fromEntries(
      Object.entries(answers).map(([name, [columns, answer]]): [string, RivalAnswer] => [
        name,
        { columns, stream: answer, rows: () => arrowCells(answer(), columns) },
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

  /** Sums by group: articles, packs, turnover, public sum, potential. */
  function grouped(group: Int32Array, size: number, wanted: (product: number) => boolean) {
    const counts = new Int32Array(size);
    const [packs, exFactory, publicSum, potentials] = [0, 1, 2, 3].map(() => new Float64Array(size)) as [
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
    return { counts, sums: [packs, exFactory, publicSum, potentials] };
  }

  function aggregated(
    columns: readonly string[],
    group: Int32Array,
    names: readonly string[],
    wanted: (product: number) => boolean,
    sortColumn: number,
  ): [readonly string[], () => Uint8Array] {
    return [
      columns,
      () => {
        const { counts, sums } = grouped(group, names.length, wanted);
        const sorted = sums[sortColumn - 2]!;
        const order = Array.from(counts.keys())
          .filter((at) => counts[at]! > 0)
          .sort((a, b) => sorted[b]! - sorted[a]! || a - b);
        return encode(order.length, [
          named(columns[0]!, names, order),
          integers(columns[1]!, order, counts),
          ...sums.map((sum, index) => amounts(columns[index + 2]!, order, sum, index === 0 ? 1 : 100)),
        ]);
      },
    ];
  }

  function totalled(
    columns: readonly string[],
    group: Int32Array,
    names: readonly string[],
  ): [readonly string[], () => Uint8Array] {
    return [
      columns,
      () => {
        const { counts, sums } = grouped(group, names.length, all);
        const groups = counts.reduce((number, count) => number + (count > 0 ? 1 : 0), 0);
        const total = (values: Float64Array | Int32Array) =>
          (values as Float64Array).reduce((a, b) => a + b, 0);
        return row(columns, [groups, total(counts)], sums.map(total), 1);
      },
    ];
  }

  function list(group: Int32Array, names: readonly string[]): Uint8Array {
    const { counts, sums } = grouped(group, names.length, all);
    const order = Array.from(counts.keys()).filter((at) => counts[at]! > 0);
    return encode(order.length, [
      named('id', names, order),
      named('name', names, order),
      integers('count', order, counts),
      amounts('turnoverPotential', order, sums[3]!, 100),
    ]);
  }

  /** Packs of the provider's products that are offered instead of those marked in `offered`. */
  function packsOf(bought: Articles, offered: Uint8Array): number {
    let packs = 0;
    for (let index = 0; index < bought.count; index++) {
      const product = bought.product[index]!;
      if (product !== -1 && offered[product] === 1) packs += bought.quantity[index]!;
    }
    return packs;
  }

  function productTotals(): Uint8Array {
    const bought = articles();
    const offered = new Uint8Array(products.count);
    const sums = [0, 0, 0, 0, 0];
    for (let index = 0; index < bought.count; index++) {
      const product = bought.product[index]!;
      const quantity = bought.quantity[index]!;
      sums[0]! += quantity;
      if (product === -1) continue;
      if (products.alternative[product] !== -1) offered[products.alternative[product]!] = 1;
      sums[2]! += quantity * Math.max(0, products.exFactoryPrice[product]!);
      sums[3]! += quantity * Math.max(0, products.publicPrice[product]!);
      sums[4]! += potential(product, quantity);
    }
    sums[1] = packsOf(bought, offered);
    return row(productTotalColumns, [bought.count], sums, 2);
  }

  function duplicateTotals(): Uint8Array {
    const bought = articles();
    const setOf = (product: number) =>
      products.alternative[product] !== -1
        ? products.alternative[product]!
        : products.provider[product] === 1
          ? product
          : -1;
    const sets = new Int32Array(products.count);
    for (let index = 0; index < bought.count; index++) {
      const product = bought.product[index]!;
      const set = product === -1 ? -1 : setOf(product);
      if (set !== -1) sets[set]!++;
    }
    const offered = new Uint8Array(products.count);
    let [competitors, members, packs, potentials] = [0, 0, 0, 0];
    for (let index = 0; index < bought.count; index++) {
      const product = bought.product[index]!;
      const set = product === -1 ? -1 : setOf(product);
      if (set === -1 || sets[set]! < 2) continue;
      members++;
      if (products.alternative[product] === -1) continue;
      offered[set] = 1;
      competitors++;
      packs += bought.quantity[index]!;
      potentials += potential(product, bought.quantity[index]!);
    }
    const several = sets.reduce((number, articlesOfSet) => number + (articlesOfSet >= 2 ? 1 : 0), 0);
    const sums = [packs, packsOf(bought, offered), potentials];
    return row(duplicateTotalColumns, [competitors, several, members], sums, 2);
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
    const whole = (parts: Float64Array) => parts[0]! + parts[1]! + parts[2]!;
    const sums: Record<string, number> = {
      turnoverTotal: whole(turnover) / 100,
      turnoverOriginal: turnover[0]! / 100,
      turnoverGenericum: turnover[1]! / 100,
      turnoverOthers: turnover[2]! / 100,
      turnoverProvider: providerTurnover / 100,
      potentialTotal: potentials / 100,
      totalQty: whole(packs),
      totalOriginalQty: packs[0]!,
      totalGenericQty: packs[1]!,
      totalOthersQty: packs[2]!,
      totalProviderQty: providerPacks,
    };
    const counts: Record<string, number> = {
      genericQuota: Math.floor((200 * turnover[1]! + whole(turnover)) / (2 * whole(turnover))),
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
        const amount = sums[name];
        if (amount !== undefined) return { name, type: 'float64', batches: [batch(Float64Array.of(amount))] };
        return { name, type: 'int32', batches: [batch(Int32Array.of(counts[name]!))] };
      }),
    );
  }
}
