import { createReadStream } from 'node:fs';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { ImportError } from '../../../workbooks/reading/import-error.ts';
import { readPart } from '../../../workbooks/reading/unpack.ts';
import type { SourceInput } from '../rows.ts';
import { damagedArchive } from './content-kind.ts';
import { JsonDamaged, JsonPieces, type PieceListener } from './json-pieces.ts';
import { archiveOf, type OpenedSource } from './open-source.ts';
import type { Clock } from './reader-clock.ts';
import { archiveLimits } from './source-limits.ts';

const CHUNK_BYTES = 1024 * 1024;
const JSON_PART = /\.(nd)?json$/i;

/** What a reader of pieces knows for messages: how many documents it has seen to the end. */
export type JsonListener = PieceListener & { documents: number };

/**
 * Reads a file of JSON, or those in an archive one after the other, without holding them in memory.
 * @throws ReferenceDataError source_json_damaged, source_too_slow, source_unreadable, source_no_json
 */
export async function readJson(
  opened: OpenedSource,
  input: SourceInput,
  clock: Clock,
  listener: JsonListener,
): Promise<void> {
  try {
    if (opened.kind === 'zip') await readArchive(input, clock, listener);
    else await readPlain(opened, input, clock, listener);
  } catch (error) {
    if (error instanceof ImportError) throw damagedArchive(error, input);
    if (!(error instanceof JsonDamaged)) throw error;
    throw new ReferenceDataError('source_json_damaged', {
      file: input.fileName,
      row: listener.documents + 1,
    });
  }
}

async function readPlain(opened: OpenedSource, input: SourceInput, clock: Clock, listener: JsonListener) {
  const pieces = new JsonPieces(listener);
  let done = 0;
  const chunks = createReadStream(input.path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    done += chunk.length;
    clock.advance(done / opened.size);
  }
  pieces.finish();
}

async function readArchive(input: SourceInput, clock: Clock, listener: JsonListener) {
  const archive = await archiveOf(input);
  const { unpackedBytes } = archiveLimits(input.milliseconds);
  const entries = [...archive.entries.values()].filter(
    ({ name }) => JSON_PART.test(name) && !name.startsWith('__MACOSX/'),
  );
  if (entries.length === 0) throw new ReferenceDataError('source_no_json', { file: input.fileName });
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > unpackedBytes) {
    throw damagedArchive(new ImportError('import_unpacked_too_large'), input);
  }
  let done = 0;
  for (const entry of entries) {
    const pieces = new JsonPieces(listener);
    await readPart(archive, entry, (chunk) => {
      pieces.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      done += chunk.length;
      clock.advance(done / Math.max(1, total));
      return true;
    });
    pieces.finish();
  }
}
