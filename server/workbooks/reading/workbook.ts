import { assertWorkbookArchive, assertZip } from './file-kind.ts';
import { ImportError } from './import-error.ts';
import type { Limits } from './limits.ts';
import { type SharedStrings, SharedStringsReader } from './shared-strings.ts';
import { readPart } from './unpack.ts';
import { MORE, nameHash, OPEN, XmlScanner } from './xml-scanner.ts';
import { openZip, partKey, type ZipArchive, type ZipEntry } from './zip-archive.ts';

const RELATIONSHIPS = nameHash('Relationships');
const RELATIONSHIP = nameHash('Relationship');
const OVERRIDE = nameHash('Override');
const DEFAULT = nameHash('Default');
const SHEETS = nameHash('sheets');
const SHEET = nameHash('sheet');
const WORKBOOK_PROPERTIES = nameHash('workbookPr');

const ATTRIBUTE = {
  id: nameHash('Id'),
  type: nameHash('Type'),
  target: nameHash('Target'),
  targetMode: nameHash('TargetMode'),
  contentType: nameHash('ContentType'),
  name: nameHash('name'),
  state: nameHash('state'),
  date1904: nameHash('date1904'),
};

export type Sheet = { name: string; hidden: boolean; entry: ZipEntry };

/** An opened .xlsx: its worksheets in order, not yet read. */
export type Workbook = {
  archive: ZipArchive;
  sheets: Sheet[];
  sharedStrings: ZipEntry | undefined;
  styles: ZipEntry | undefined;
  /** Unpacked bytes of worksheets and shared strings, as the archive states them. */
  totalBytes: number;
  /** Days are counted from 1904, as in Excel on old Macs, not from 1900. */
  date1904: boolean;
};

type Relationship = { id: string; type: string; target: string };

/**
 * Opens a workbook and resolves its worksheets by relationships. External links are not followed; macros are ignored, and
 * a workbook with macros is refused unless permitted. @throws ImportError when the file is no .xlsx, is damaged, or has
 * no worksheet
 */
export async function openWorkbook(
  file: Uint8Array,
  limits: Limits,
  { mayHaveMacros = false } = {},
): Promise<Workbook> {
  assertZip(file);
  const archive = openZip(file, limits);
  assertWorkbookArchive(archive);

  if (!mayHaveMacros) await refuseMacros(archive, limits);
  const workbookEntry = await findWorkbook(archive, limits);
  const path = workbookEntry.name.replaceAll('\\', '/').replace(/^\/+/, '');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relationshipsName = `${folder}_rels/${path.slice(folder.length)}.rels`;
  const relationships = await readRelationships(archive, part(archive, relationshipsName), limits);
  const { listed, date1904 } = await readSheetList(archive, workbookEntry, limits);
  if (listed.length > limits.sheets)
    throw new ImportError('import_too_many_sheets', { limit: limits.sheets });

  const byId = new Map(relationships.map((r) => [r.id, r]));
  const sheets: Sheet[] = [];
  for (const { name, hidden, id } of listed) {
    const relationship = byId.get(id);
    // Macro modules of old workbooks, which Excel lists without a part.
    if (relationship === undefined && (id === '' || hidden)) continue;
    if (relationship === undefined) throw new ImportError('import_part_missing', { part: name });
    if (!relationship.type.endsWith('/worksheet')) continue;
    const entry = target(archive, folder, relationship.target);
    if (!sheets.some((sheet) => sheet.entry === entry)) sheets.push({ name, hidden, entry });
  }
  if (sheets.length === 0) throw new ImportError('import_no_sheet');

  const found = (type: string) => {
    const relationship = relationships.find((r) => r.type.endsWith(type));
    return relationship && findTarget(archive, folder, relationship.target);
  };
  const sharedStrings = found('/sharedStrings');
  const entries = new Set([...sheets.map((s) => s.entry), ...(sharedStrings ? [sharedStrings] : [])]);
  const totalBytes = [...entries].reduce((sum, entry) => sum + entry.size, 0);
  const styles = found('/styles');
  if (totalBytes + (styles?.size ?? 0) > limits.unpackedBytes) throw unpackedTooLarge(limits);
  return { archive, sheets, sharedStrings, styles, totalBytes, date1904 };
}

/** The workbook's shared strings, undefined when it has no such part. */
export async function readSharedStrings(
  workbook: Workbook,
  limits: Limits,
  onChunk: (bytes: number) => void,
): Promise<SharedStrings | undefined> {
  const { archive, sharedStrings } = workbook;
  if (sharedStrings === undefined) return undefined;
  const reader = new SharedStringsReader(sharedStrings.name, limits);
  await readPart(archive, sharedStrings, (chunk) => {
    reader.push(chunk);
    onChunk(chunk.length);
    return true;
  });
  return reader.finish();
}

async function refuseMacros(archive: ZipArchive, limits: Limits): Promise<void> {
  let macros = archive.entries.has('xl/vbaproject.bin');
  await scanPart(archive, part(archive, '[Content_Types].xml'), limits, (scanner) => {
    if (scanner.depth !== 2 || (scanner.name !== OVERRIDE && scanner.name !== DEFAULT)) return;
    const type = scanner.value(ATTRIBUTE.contentType) ?? '';
    if (/macroEnabled\.main\+xml$/i.test(type)) macros = true;
  });
  if (macros) throw new ImportError('import_macro_workbook');
}

async function findWorkbook(archive: ZipArchive, limits: Limits): Promise<ZipEntry> {
  const relationships = await readRelationships(archive, part(archive, '_rels/.rels'), limits);
  const main = relationships.find((r) => r.type.endsWith('/officeDocument'));
  return main ? target(archive, '', main.target) : part(archive, 'xl/workbook.xml');
}

async function readRelationships(
  archive: ZipArchive,
  entry: ZipEntry,
  limits: Limits,
): Promise<Relationship[]> {
  const relationships: Relationship[] = [];
  await scanPart(archive, entry, limits, (scanner) => {
    if (scanner.depth !== 2 || scanner.name !== RELATIONSHIP || scanner.parent() !== RELATIONSHIPS) return;
    if (scanner.value(ATTRIBUTE.targetMode) === 'External') return;
    const id = scanner.value(ATTRIBUTE.id) ?? '';
    if (relationships.some((relationship) => relationship.id === id)) throw scanner.damaged('relationship');
    relationships.push({
      id,
      type: scanner.value(ATTRIBUTE.type) ?? '',
      target: scanner.value(ATTRIBUTE.target) ?? '',
    });
  });
  return relationships;
}

async function readSheetList(archive: ZipArchive, entry: ZipEntry, limits: Limits) {
  const listed: { name: string; hidden: boolean; id: string }[] = [];
  let date1904 = false;
  await scanPart(archive, entry, limits, (scanner) => {
    if (scanner.depth === 2 && scanner.name === WORKBOOK_PROPERTIES) {
      date1904 = ['1', 'true'].includes(scanner.value(ATTRIBUTE.date1904) ?? '');
    }
    if (scanner.depth !== 3 || scanner.name !== SHEET || scanner.parent() !== SHEETS) return;
    listed.push({
      name: scanner.value(ATTRIBUTE.name) ?? '',
      hidden: (scanner.value(ATTRIBUTE.state) ?? 'visible') !== 'visible',
      id: scanner.prefixedValue('id') ?? '',
    });
  });
  return { listed, date1904 };
}

function part(archive: ZipArchive, name: string): ZipEntry {
  const entry = archive.entries.get(partKey(name));
  if (entry === undefined) throw new ImportError('import_part_missing', { part: name });
  return entry;
}

function target(archive: ZipArchive, folder: string, name: string): ZipEntry {
  const entry = findTarget(archive, folder, name);
  if (entry === undefined) throw new ImportError('import_part_missing', { part: name });
  return entry;
}

/** Relative to the folder, as the standard says, or to the root, as some writers mean it. */
function findTarget(archive: ZipArchive, folder: string, name: string): ZipEntry | undefined {
  const path = name.replaceAll('\\', '/');
  const candidates = path.startsWith('/') ? [path] : [folder + path, path];
  for (const candidate of candidates) {
    const entry = archive.entries.get(partKey(withoutDots(decoded(candidate))));
    if (entry !== undefined) return entry;
  }
  return undefined;
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') kept.pop();
    else if (step !== '.' && step !== '') kept.push(step);
  }
  return kept.join('/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Reads a part to its end; `onOpen` is called for each start tag. @throws ImportError when it is damaged or too large */
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

function unpackedTooLarge(limits: Limits): ImportError {
  return new ImportError('import_unpacked_too_large', {
    limitMegabytes: Math.round(limits.unpackedBytes / (1024 * 1024)),
  });
}
