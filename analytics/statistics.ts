import { setTimeout as sleep } from 'node:timers/promises';
import { atcNameParameters } from './atc-names.ts';
import { type StockoutFiles, stockoutParameters } from './catalogue/published-stockouts.ts';
import { EngineClosedError } from './connections.ts';
import { type Engine, onBulk, type PooledConnection, quotedName, type WorkKind } from './engine.ts';
import { filesOf, withFiles } from './files.ts';
import { type FocusGroup, focusGroupParameters } from './focus-groups.ts';
import { requireFewCodes, type StoredLines } from './lines.ts';
import { type Rates, rateParameters, standardRates } from './rates.ts';
import { apart, NoPlaceError, semaphore, unlessGone } from './semaphore.ts';
import { sqlFile } from './sql.ts';
import { withLiterals } from './sql-literals.ts';

/** The reference data that a statistic is joined with. Each number grows when its part changes. */
export type ReferenceRevisions = {
  catalogue: number;
  stockouts: number;
  /** Absent where there are no focus groups. */
  focusGroups?: number;
  /** Of the companies that are the provider's; absent or 0: those of the options. */
  provider?: number;
  /** Of the rates that administrators set; absent or 0: those of the options. */
  rates?: number;
  /** Of whom the numbers are: a source that lost some gives them again. Absent where it never loses any. */
  history?: string;
};

/** What a result depends on. */
export type StatisticKey = ReferenceRevisions & StatisticRevision;

/**
 * A statistic as it is now. `revision` grows when it changes. `statisticHistory`: of whom both numbers are, as `history` says it
 * of the reference data, which may have been read before or after.
 */
export type StatisticRevision = { statistic: number; revision: number; statisticHistory?: string };

/** A published catalogue revision: Parquet files as catalogue/parquet.ts writes them. Prices are those of `priceDate`. */
export type CatalogueFiles = {
  products: Uint8Array;
  alternatives: Uint8Array;
  exclusives: Uint8Array;
  /** YYYY-MM-DD */
  priceDate: string;
};

/** What a code that no source names means, as somebody said it: a GTIN of 13 digits or a Pharmacode of 7, and the product's GTIN. */
export type HandMatch = { code: string; product: string };

/**
 * A stored statistic: the sums of its lines as Parquet, what was matched by hand of them, and its head. Months are 1 to 12, inclusive; null when nobody
 * knows them.
 */
export type StatisticFiles = Pick<StoredLines, 'sums'> & {
  /** Each code once; absent where nothing ever is. */
  matches?: readonly HandMatch[];
  head: {
    customerName: string | null;
    customerExternalId: string | null;
    timeInformation: string | null;
    timeMonthFrom: number | null;
    timeYearFrom: number | null;
    timeMonthTo: number | null;
    timeYearTo: number | null;
    headerImage: string | null;
  };
};

/** Where the parts come from; asked only when a part is not in memory. */
export type Sources = {
  catalogue(revision: number): Promise<CatalogueFiles>;
  stockouts(revision: number): Promise<StockoutFiles>;
  /** Absent where there are no focus groups. */
  focusGroups?(revision: number): Promise<readonly FocusGroup[]>;
  /** Absent where they never change. */
  providerCompanies?(revision: number): Promise<readonly string[] | undefined>;
  /** Those that are set. Absent where they never change. */
  rates?(revision: number): Promise<Partial<Rates>>;
  statistic(statistic: number, revision: number, history?: string): Promise<StatisticFiles>;
  /** The statistic's lines as Parquet, of several files where it combines several; asked only for work on them. */
  lines(statistic: number, revision: number, history?: string): Promise<Uint8Array | readonly Uint8Array[]>;
};

export type StatisticsOptions = {
  sources: Sources;
  /** Manufacturers that are the provider's, where nothing else is set. */
  providerCompanies: readonly string[];
  /** What amounts are reckoned with where nothing else is set, as far as it is not what it is in Switzerland. */
  rates?: Partial<Rates>;
  /**
   * Bound on the memory of open statistics and the catalogues they are joined with; beyond it the least recently used
   * statistics are dropped, the last one never.
   */
  memoryBytes: number;
  /** Different codes that a statistic may have to be opened; any number where it is absent. */
  mostCodes?: number;
  /** Told when dropping a statistic from memory failed, which is tried again, and when DuckDB had to begin anew. */
  onError(error: unknown): void;
};

export type Statistics = {
  /**
   * Opens the statistic when it is not in memory and runs `work` with unqualified names meaning its tables, those of its
   * lines excepted: what it takes depends on its articles alone.
   */
  use<T>(
    key: StatisticKey,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T>;
  /**
   * As `use`, with `lines`, `line_rows` and `identifiers` too, which are loaded when they are not in memory and dropped
   * first.
   */
  withLines<T>(
    key: StatisticKey,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T>;
  /**
   * The same for what is about no customer's statistic: unqualified names mean the tables of the catalogue and, where a
   * statistic stands for the market, also its tables.
   */
  onMarket<T>(
    revisions: ReferenceRevisions,
    feeding: StatisticRevision | undefined,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T>;
  /**
   * Keeps the catalogue in memory during `work`, which holds no place: for several statistics one after the other on a
   * catalogue that is not the current one, and for what several steps put beside it.
   */
  keeping<T>(revisions: ReferenceRevisions, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Joins a statistic with a catalogue, lends the tables to `work` and drops them: what is open stays. Its lines, where they
   * are given, are there too.
   */
  tryOut<T>(
    files: StatisticFiles & Partial<StoredLines>,
    revisions: ReferenceRevisions,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /**
   * From now on only statistics joined with this reference data are asked for: the others and their catalogues leave
   * memory at once, or when the last who uses them is done.
   */
  retain(current: ReferenceRevisions): void;
  /** The statistic was changed, closed or deleted: what is held of it leaves memory likewise. */
  forget(statistic: number): void;
  /** What others keep in the schema of a catalogue takes so many bytes now; it leaves memory with the catalogue. */
  weighBeside(revisions: ReferenceRevisions, bytes: number): void;
  /** What is in memory now; for figures about the process. */
  open(): { statistics: number; catalogues: number; bytes: number };
};

type Held<Value> = {
  users: number;
  bytes: number;
  /** Of a catalogue: what others keep in its schema. */
  besideBytes?: number;
  /** Of a statistic: what the market reads of it is ready. Absent while nobody asked for that. */
  fed?: Promise<void>;
  ready: Promise<Value>;
  schema: string;
  /** Called when it is dropped. */
  dropped(): void;
};
type CatalogueDates = { priceDate: string; stockoutDate: string | null };

/** Memory that DuckDB takes for a packed statistic, measured on 300 to 15,000 articles, and for its lines. */
const LINE_BYTES = 110;
const ARTICLE_BYTES = 350;
const SCHEMA_BYTES = 560_000;

/** Likewise for what a market reads of its feeding statistic, measured on 11,000 rows. */
const FED_BYTES = 500_000;
const FED_ROW_BYTES = 200;

/** Likewise for a catalogue, measured on 2,000 and 18,000 products, and for 31,000 episodes of theirs. */
const CATALOGUE_BYTES = 1_600_000;
const PRODUCT_BYTES = 550;
const EPISODE_BYTES = 440;

/** Statistics that are opened at the same time: fewer than connections, so that open ones go on answering. */
const OPENED_AT_ONCE = 3;

/** A schema that could not be dropped is dropped so soon. */
const DROP_AGAIN_MILLISECONDS = 500;

/** How long an opening may wait for others. */
const PATIENCE_MILLISECONDS = 20_000;

/** Holds open statistics, one schema each, and the catalogues they were joined with. */
export function holdStatistics(engine: Engine, options: StatisticsOptions): Statistics {
  const statistics = new Map<string, Held<string>>();
  /** Lines in memory, by the name of their statistic. */
  const lineTables = new Map<string, Held<string>>();
  const catalogues = new Map<string, Held<CatalogueDates>>();
  const { mostCodes = Number.POSITIVE_INFINITY } = options;
  const { inTurn, busy } = semaphore('turn to open a statistic', OPENED_AT_ONCE, PATIENCE_MILLISECONDS);
  const dropping = new Set<Promise<void>>();
  let schemaCount = 0;
  let current: string | undefined;
  engine.heldBy({ letGo: letGoOfAll, lost });

  return { use, withLines, onMarket, keeping, tryOut, retain, forget, weighBeside, open };

  async function use<T>(
    key: StatisticKey,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T> {
    return engine.withRoom(() => onStatistic(key, ({ ready }) => ready, work, signal, kind), signal);
  }

  /** Runs `work` on the path that `ready` gives of the open statistic. */
  async function onStatistic<T>(
    key: StatisticKey,
    ready: (held: Held<string>) => Promise<string>,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T> {
    const name = statisticName(key);
    const held = hold(statistics, name, (entry) => openStatistic(key, entry));
    const letGo = () => {
      release(statistics, name, held);
      evict();
    };
    return whileHeld(ready(held), letGo, (path) => engine.use(path, work, signal, kind), signal);
  }

  async function withLines<T>(
    key: StatisticKey,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T> {
    const name = statisticName(key);
    return engine.withRoom(() => {
      const held = hold(lineTables, name, (entry) => openLines(key, entry));
      const letGo = () => {
        release(lineTables, name, held);
        evict();
      };
      return whileHeld(held.ready, letGo, (path) => engine.use(path, work, signal, kind), signal);
    }, signal);
  }

  async function onMarket<T>(
    revisions: ReferenceRevisions,
    feeding: StatisticRevision | undefined,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T> {
    return engine.withRoom(
      () =>
        feeding
          ? onStatistic({ ...revisions, ...feeding }, feedMarket, work, signal, kind)
          : onCatalogue(revisions, ({ schema }) => engine.use(schema, work, signal, kind), signal),
      signal,
    );
  }

  function keeping<T>(
    revisions: ReferenceRevisions,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return onCatalogue(revisions, work, signal);
  }

  /** Drops all that nobody uses, and waits for it. */
  async function letGoOfAll(): Promise<void> {
    for (const [name, { users }] of lineTables) if (users === 0) detach(lineTables, name);
    for (const [name, { users }] of statistics) if (users === 0) detach(statistics, name);
    dropUnusedCatalogues();
    await Promise.all(dropping);
  }

  function lost(reason: unknown): void {
    for (const entries of [lineTables, statistics, catalogues] as Map<string, Held<unknown>>[])
      for (const [name, entry] of entries) detach(entries, name, entry);
    options.onError(reason);
  }

  /** Runs `work` while the catalogue is in memory. */
  function onCatalogue<T>(
    revisions: ReferenceRevisions,
    work: (catalogue: { schema: string; dates: CatalogueDates }) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const held = holdCatalogue(revisions);
    const letGo = () => releaseCatalogue(revisions, held);
    return whileHeld(held.ready, letGo, (dates) => work({ schema: held.schema, dates }), signal);
  }

  /**
   * Runs `work` on what `opening` gives and lets go of what is held. Whoever is gone does not wait for the opening: it goes on
   * for others, and what it is about is let go when it has ended.
   */
  async function whileHeld<Opened, T>(
    opening: Promise<Opened>,
    letGo: () => void,
    work: (opened: Opened) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    let opened: Opened;
    try {
      opened = await unlessGone(opening, signal);
    } catch (error) {
      opening.then(letGo, letGo);
      throw error;
    }
    try {
      return await work(opened);
    } finally {
      letGo();
    }
  }

  /** Makes ready what the market reads of a statistic, once however many ask; a failure is forgotten. Gives its path. */
  async function feedMarket(held: Held<string>): Promise<string> {
    const path = await held.ready;
    held.fed ??= inTurn(async () => {
      held.bytes += await engine.use(path, async ({ runScript, rows }) => {
        await runScript(sqlFile('load/fed.sql').text);
        const fed = (await countOf(rows, 'fed_stockout_rows')) + (await countOf(rows, 'fed_return_rows'));
        return FED_BYTES + fed * FED_ROW_BYTES;
      });
      engine.pack(busy);
    }).catch((error: unknown) => {
      delete held.fed;
      throw error;
    });
    await held.fed;
    return path;
  }

  function retain(revisions: ReferenceRevisions): void {
    current = referenceName(revisions);
    evict();
  }

  function forget(statistic: number): void {
    for (const entries of [lineTables, statistics]) {
      for (const name of entries.keys()) if (name.startsWith(`${statistic}.`)) detach(entries, name);
    }
    evict();
  }

  function weighBeside(revisions: ReferenceRevisions, bytes: number): void {
    const catalogue = catalogues.get(referenceName(revisions));
    if (!catalogue) return;
    catalogue.besideBytes = bytes;
    engine.pack(busy);
    evict();
  }

  function open() {
    const opened = [...statistics.values()].filter(({ bytes }) => bytes > 0);
    const held = [...opened, ...lineTables.values(), ...catalogues.values()];
    return {
      statistics: opened.length,
      catalogues: catalogues.size,
      bytes: held.reduce((sum, { bytes, besideBytes = 0 }) => sum + bytes + besideBytes, 0),
    };
  }

  function isSuperseded(statistic: string): boolean {
    return current !== undefined && !statistic.endsWith(`.${current}`);
  }

  /** The entry of `name`, made by `load` once however many ask; a failure is forgotten. Counts one user more. */
  function hold<Value>(
    entries: Map<string, Held<Value>>,
    name: string,
    load: (entry: Held<Value>) => Promise<Value>,
  ): Held<Value> {
    const known = entries.get(name);
    if (known) {
      known.users++;
      entries.delete(name);
      entries.set(name, known);
      return known;
    }
    const entry: Held<Value> = {
      users: 1,
      bytes: 0,
      schema: `s${++schemaCount}`,
      dropped: () => undefined,
      ready: undefined as never,
    };
    entries.set(name, entry);
    entry.ready = load(entry).catch((error: unknown) => {
      detach(entries, name, entry);
      throw error;
    });
    return entry;
  }

  /** Counts one user less; the last one of what nobody finds any more drops it. */
  function release<Value>(entries: Map<string, Held<Value>>, name: string, entry: Held<Value>): void {
    entry.users--;
    if (entry.users === 0 && entries.get(name) !== entry) drop(entry);
  }

  /** From now on nobody finds the entry: it is dropped when nobody uses it, now or later. */
  function detach<Value>(entries: Map<string, Held<Value>>, name: string, entry = entries.get(name)): void {
    if (!entry || entries.get(name) !== entry) return;
    entries.delete(name);
    if (entry.users === 0) drop(entry);
  }

  /** In turn, so that a rush on closed statistics does not hold them all in memory at once. */
  function openStatistic(key: StatisticKey, entry: Held<string>): Promise<string> {
    return inTurn(async () => {
      const files = options.sources.statistic(key.statistic, key.revision, key.statisticHistory);
      const catalogue = holdCatalogue(key);
      entry.dropped = () => releaseCatalogue(key, catalogue);
      const [{ sums, matches, head }, dates] = await Promise.all([files, catalogue.ready]);
      await createSchema(entry.schema);
      const path = `${entry.schema},${catalogue.schema}`;
      const articles = await withFiles(engine, { sums }, (paths) =>
        engine.use(path, async (connection) => {
          await loadStatistic(connection, paths, { matches, head }, key, dates, mostCodes);
          await connection.runScript('drop table identifiers');
          return countOf(connection.rows, 'assortment');
        }),
      );
      entry.bytes = SCHEMA_BYTES + articles * ARTICLE_BYTES;
      engine.pack(busy);
      return path;
    });
  }

  /** Lines in a schema of their own, so that they can go alone; they use the statistic as long as they are held. */
  async function openLines(key: StatisticKey, entry: Held<string>): Promise<string> {
    const name = statisticName(key);
    const statistic = hold(statistics, name, (held) => openStatistic(key, held));
    entry.dropped = () => release(statistics, name, statistic);
    const statisticPath = await statistic.ready;
    return inTurn(async () => {
      const [{ sums, matches }, lines] = await Promise.all([
        options.sources.statistic(key.statistic, key.revision, key.statisticHistory),
        options.sources.lines(key.statistic, key.revision, key.statisticHistory),
      ]);
      await createSchema(entry.schema);
      const path = `${entry.schema},${statisticPath}`;
      const rows = await withFiles(engine, { ...filesOf([lines].flat()), sums }, (paths) =>
        engine.use(path, (connection) => loadLines(connection, paths, matches)),
      );
      entry.bytes = rows * LINE_BYTES;
      engine.pack(busy);
      return path;
    });
  }

  /** At one place of bulk work from the first table to the last answer: what waits takes no memory. */
  function tryOut<T>(
    files: StatisticFiles & Partial<StoredLines>,
    revisions: ReferenceRevisions,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    // Held until the work is done: it reads the catalogue's tables, and a newer catalogue may come in the meantime.
    return engine.withRoom(
      () =>
        onCatalogue(
          revisions,
          async (catalogue) => {
            const schema = `s${++schemaCount}`;
            const { sums, lines } = files;
            try {
              await createSchema(schema, signal, 'bulk');
              return await engine.use(
                `${schema},${catalogue.schema}`,
                (connection) =>
                  withFiles(engine, { sums }, async (paths) => {
                    await loadStatistic(connection, paths, files, revisions, catalogue.dates, mostCodes);
                    if (lines)
                      await withFiles(engine, { lines }, (more) =>
                        connection.runScript(sqlFile('load/lines.sql').text, { lines: [more.lines] }),
                      );
                    return work(connection);
                  }),
                signal,
                'bulk',
              );
            } finally {
              dropSchema(schema);
            }
          },
          signal,
        ),
      signal,
    );
  }

  function createSchema(schema: string, signal?: AbortSignal, kind?: WorkKind): Promise<void> {
    const create = `create schema ${quotedName(schema)}`;
    return engine.use('main', ({ runScript }) => runScript(create), signal, kind);
  }

  function holdCatalogue(revisions: ReferenceRevisions): Held<CatalogueDates> {
    return hold(catalogues, referenceName(revisions), (entry) => openCatalogue(revisions, entry));
  }

  function releaseCatalogue(revisions: ReferenceRevisions, entry: Held<CatalogueDates>): void {
    release(catalogues, referenceName(revisions), entry);
    dropUnusedCatalogues();
  }

  async function openCatalogue(
    key: ReferenceRevisions,
    entry: Held<CatalogueDates>,
  ): Promise<CatalogueDates> {
    const { sources } = options;
    const [
      { priceDate, ...files },
      { date, stockouts, sources: stockoutSources },
      focusGroups,
      companies,
      ratesSet,
    ] = await Promise.all([
      sources.catalogue(key.catalogue),
      sources.stockouts(key.stockouts),
      key.focusGroups === undefined ? [] : (sources.focusGroups?.(key.focusGroups) ?? []),
      key.provider ? sources.providerCompanies?.(key.provider) : undefined,
      key.rates ? sources.rates?.(key.rates) : undefined,
    ]);
    await createSchema(entry.schema);
    await withFiles(engine, { ...files, stockouts }, (paths) =>
      engine.use(entry.schema, async ({ runScript, rows }) => {
        await runScript(sqlFile('load/reckoning.sql').text);
        await runScript(sqlFile('load/stockouts.sql').text, {
          stockouts: paths.stockouts,
          ...stockoutParameters(stockoutSources),
        });
        await runScript(sqlFile('load/catalogue.sql').text, {
          ...paths,
          providerCompanies: companies ?? options.providerCompanies,
          ...rateParameters({ ...standardRates, ...options.rates, ...ratesSet }),
          priceDate,
          ...focusGroupParameters(focusGroups),
          ...atcNameParameters(),
        });
        await runScript(sqlFile('load/filters.sql').text);
        await runScript(withLiterals(sqlFile('load/market.sql').pieces, { priceDate, stockoutDate: date }));
        await createUnfed(runScript);
        await runScript(sqlFile('load/market-rows.sql').text);
        await runScript(sqlFile('load/groups.sql').text);
        await runScript(sqlFile('load/what-if.sql').text);
        const products = await countOf(rows, 'products');
        const episodes = await countOf(rows, 'stockouts');
        entry.bytes = CATALOGUE_BYTES + products * PRODUCT_BYTES + episodes * EPISODE_BYTES;
      }),
    );
    return { priceDate, stockoutDate: date };
  }

  /**
   * Drops statistics that nobody asks for any more, and what was used least recently beyond the bound: lines before any
   * statistic. The statistic used last stays, however large: opening it anew for every request would take as much memory
   * and more time.
   */
  function evict(): void {
    let { bytes } = open();
    for (const [name, entry] of lineTables) {
      if (entry.users > 0 || (!isSuperseded(name) && bytes <= options.memoryBytes)) continue;
      bytes -= entry.bytes;
      detach(lineTables, name);
    }
    const last = [...statistics.keys()].at(-1);
    for (const [name, entry] of statistics) {
      if (entry.users > 0) continue;
      if (!isSuperseded(name) && (bytes <= options.memoryBytes || name === last)) continue;
      bytes -= entry.bytes;
      detach(statistics, name);
    }
    dropUnusedCatalogues();
  }

  /** The current catalogue stays for the next statistic; where nobody says which one that is, the one used last. */
  function dropUnusedCatalogues(): void {
    const kept = current ?? [...catalogues.keys()].at(-1);
    for (const [name, { users }] of catalogues) if (users === 0 && name !== kept) detach(catalogues, name);
  }

  function drop<Value>({ ready, schema, dropped }: Held<Value>): void {
    // Who asked for it is gone, but it may still be loading.
    ready.then(
      () => dropSchema(schema),
      () => dropSchema(schema),
    );
    dropped();
  }

  function dropSchema(schema: string): void {
    engine.forget(schema);
    const dropped = apart(() => dropUntilGone(schema));
    dropping.add(dropped);
    dropped.finally(() => dropping.delete(dropped));
  }

  /** Its memory is wanted back however long others keep the places, and whatever fails meanwhile. */
  async function dropUntilGone(schema: string): Promise<void> {
    const drop = `drop schema if exists ${quotedName(schema)} cascade`;
    for (;;) {
      try {
        await onBulk(engine, ({ runScript }) => runScript(drop));
        return;
      } catch (error) {
        if (error instanceof EngineClosedError) return;
        if (!(error instanceof NoPlaceError)) options.onError(error);
        await sleep(DROP_AGAIN_MILLISECONDS, undefined, { ref: false });
      }
    }
  }
}

/** Makes the tables of a statistic, and the identifiers that they are made of. @throws {TooManyCodesError} */
async function loadStatistic(
  { runScript, rows }: PooledConnection,
  paths: { sums: string },
  { matches, head }: Pick<StatisticFiles, 'matches' | 'head'>,
  revisions: ReferenceRevisions,
  dates: CatalogueDates,
  mostCodes: number,
): Promise<void> {
  await requireFewCodes({ rows }, paths.sums, mostCodes);
  await runScript(sqlFile('load/identifiers.sql').text, { ...paths, ...matchParameters(matches) });
  await runScript(sqlFile('load/assortment.sql').text);
  await runScript(sqlFile('load/statistic.sql').text, {
    ...head,
    ...dates,
    catalogueRevision: revisions.catalogue,
    stockoutRevision: revisions.stockouts,
  });
}

/** Makes the tables of lines, of files beside the sums in their order; gives how many lines there are. */
async function loadLines(
  { runScript, rows }: PooledConnection,
  { sums, ...lines }: Record<string, string> & { sums: string },
  matches: StatisticFiles['matches'],
): Promise<number> {
  await runScript(sqlFile('load/identifiers.sql').text, { sums, ...matchParameters(matches) });
  await runScript(sqlFile('load/lines.sql').text, { lines: Object.values(lines) });
  return countOf(rows, 'line_rows');
}

function matchParameters(matches: StatisticFiles['matches'] = []) {
  return {
    matchedCodes: matches.map(({ code }) => code).join(','),
    matchedProducts: matches.map(({ product }) => product).join(','),
  };
}

/** The tables of a statistic without a row, for views over a market that no statistic feeds. */
async function createUnfed(runScript: PooledConnection['runScript']): Promise<void> {
  await runScript(sqlFile('load/unfed.sql').text);
  await runScript(sqlFile('load/assortment.sql').text);
  // Statistics drop theirs, and must not find this one behind it.
  await runScript('drop table identifiers');
  const { text, pieces } = sqlFile('load/statistic.sql');
  await runScript(text, Object.fromEntries(pieces.names.map((name) => [name, null])));
  await runScript('delete from statistic');
}

async function countOf(rows: PooledConnection['rows'], table: string): Promise<number> {
  const [counted] = await rows(`select count(*)::integer as n from ${table}`);
  return counted!.n as number;
}

function statisticName(key: StatisticKey): string {
  return `${key.statistic}.${key.revision}.${key.statisticHistory ?? ''}.${referenceName(key)}`;
}

function referenceName(key: ReferenceRevisions): string {
  const { catalogue, stockouts, focusGroups, provider, rates, history } = key;
  return [catalogue, stockouts, focusGroups, provider, rates, history].map((part) => part ?? '').join('.');
}
