import { LINES_COLUMNS } from '#shared/read-report.ts';
import { type Engine, onBulk, type PooledConnection, quoted } from './engine.ts';
import { filesOf, withFiles, withWritten, writtenFile } from './files.ts';
import { sqlFile } from './sql.ts';

/** A statistic has more different codes than one may have. */
export class TooManyCodesError extends Error {
  override name = 'TooManyCodesError';
  readonly most: number;
  constructor(most: number) {
    super(`A statistic has more than ${most} different codes.`);
    this.most = most;
  }
}

/** @throws {TooManyCodesError} where the sums in that file are of more than `most` pairs of identifiers */
export async function requireFewCodes(
  { rows }: Pick<PooledConnection, 'rows'>,
  sums: string,
  most: number,
): Promise<void> {
  const [counted] = await rows('select count(*)::integer as codes from read_parquet($sums::varchar)', {
    sums,
  });
  if ((counted!.codes as number) > most) throw new TooManyCodesError(most);
}

/** What an import makes of a file, as Parquet: its lines, and their sums per pair of identifiers (sql/load/sums.sql). */
export type StoredLines = { lines: Uint8Array; sums: Uint8Array };

/** Turns a lines file (CSV with heading, in the engine's folder) into Parquet; empty text becomes NULL. */
export async function storedLines(
  engine: Engine,
  csvPath: string,
  signal?: AbortSignal,
): Promise<StoredLines> {
  const types = Object.entries(LINES_COLUMNS).map(([name, type]) => `${quoted(name)}: ${quoted(type)}`);
  let sums: Uint8Array | undefined;
  const written = () =>
    writtenFile(engine, 'lines', async (path) => {
      await onBulk(
        engine,
        ({ runScript }) =>
          runScript(`copy (
          from read_csv(${quoted(csvPath)}, columns = {${types.join(', ')}}, header = true, delim = ',', quote = '"',
            escape = '"', nullstr = '', auto_detect = false, max_line_size = 4000000,
            buffer_size = 4000000)
        ) to ${quoted(path)} (format parquet, compression zstd)`),
        { signal },
      );
      sums = await sumFile(engine, path, signal);
    });
  const lines = await engine.withRoom(written, signal);
  return { lines, sums: sums! };
}

/**
 * Lends `work` a file of the engine's folder with a line of CSV per pair of identifiers: GTIN, Pharmacode and packs, as
 * sql/import/identifier-sums.sql says.
 */
export function withIdentifierSums<T>(
  engine: Engine,
  sums: Uint8Array,
  work: (path: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return withWritten(engine, 'identifiers.csv', work, (path) =>
    withFiles(engine, { sums }, (paths) =>
      onBulk(
        engine,
        ({ runScript }) =>
          runScript(
            `copy (${sqlFile('import/identifier-sums.sql').text}) to ${quoted(path)} (format csv, header false)`,
            paths,
          ),
        { signal },
      ),
    ),
  );
}

/** The sums of lines that are there without them. */
export function sumLines(engine: Engine, lines: Uint8Array): Promise<Uint8Array> {
  return withFiles(engine, { lines }, (paths) => sumFile(engine, paths.lines));
}

/**
 * The sums of several statistics as one's, as if the lines of all stood in one file, in their order.
 * @throws {TooManyCodesError} where that has more than `most` different codes
 */
export function combineSums(
  engine: Engine,
  sums: readonly Uint8Array[],
  signal?: AbortSignal,
  most?: number,
): Promise<Uint8Array> {
  return engine.withRoom(
    () =>
      withFiles(engine, filesOf(sums), (paths) =>
        writtenSums(engine, 'load/combined-sums.sql', { sums: Object.values(paths) }, signal, most),
      ),
    signal,
  );
}

function sumFile(engine: Engine, lines: string, signal?: AbortSignal): Promise<Uint8Array> {
  return writtenSums(engine, 'load/sums.sql', { lines }, signal);
}

function writtenSums(
  engine: Engine,
  file: string,
  paths: Record<string, string | string[]>,
  signal?: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  return writtenFile(engine, 'sums', (path) =>
    onBulk(
      engine,
      async (connection) => {
        await connection.runScript(
          `copy (${sqlFile(file).text}) to ${quoted(path)} (format parquet, compression zstd)`,
          paths,
        );
        await requireFewCodes(connection, path, most);
      },
      { signal },
    ),
  );
}
