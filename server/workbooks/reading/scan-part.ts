import { ImportError } from './import-error.ts';
import type { Limits } from './limits.ts';
import { readPart } from './unpack.ts';
import { MORE, OPEN, XmlScanner } from './xml-scanner.ts';
import type { ZipArchive, ZipEntry } from './zip-archive.ts';

/**
 * Reads a part to its end; `onOpen` is called at each element's beginning.
 * @throws ImportError when it is damaged or too large
 */
export async function scanPart(
  archive: ZipArchive,
  entry: ZipEntry,
  limits: Limits,
  onOpen: (scanner: XmlScanner) => void,
): Promise<void> {
  if (entry.size > limits.unpackedBytes) throw unpackedTooLarge(limits);
  const scanner = new XmlScanner(entry.name, limits);
  const drain = () => {
    for (let token = scanner.next(); token !== MORE; token = scanner.next())
      if (token === OPEN) onOpen(scanner);
  };
  await readPart(archive, entry, (chunk) => {
    scanner.push(chunk);
    drain();
    return true;
  });
  scanner.finish();
  drain();
  scanner.assertComplete();
}

export function unpackedTooLarge(limits: Limits): ImportError {
  return new ImportError('import_unpacked_too_large', {
    limitMegabytes: Math.round(limits.unpackedBytes / (1024 * 1024)),
  });
}
