import CFB from 'cfb';

/** Bytes of a chunk before compression. */
const CHUNK = 4096;
const SIGNATURE = 0x01;
const COMPRESSED_CHUNK = 0xb000;
const RAW_CHUNK = 0x3fff;
/** A copy token has two bytes, so shorter runs are not worth copying. */
const SHORTEST_COPY = 3;
const TOKENS_PER_FLAGS = 8;

const VERSION = 2;
/** Any byte will do; a fixed one makes the output reproducible. */
const SEED = 0x0e;
const FILLER = 0x07;

/** A module of a macro project: `document` belongs to the workbook or a sheet and has its code name. */
export type VbaModule = {
  name: string;
  kind: 'workbook' | 'sheet' | 'code';
  /** Basic, without attributes. */
  source: string;
};

const PROJECT_NAME = 'VBAProject';
const PROJECT_ID = '{8F6B0E5A-63D1-4C52-9C1B-4B1E3D4C7A11}';

/** No performance cache: the application compiles the sources when it opens the project. */
const NOT_COMPILED = Uint8Array.of(0xcc, 0x61, 0xff, 0xff, 0, 0, 0);
const WINDOWS_32 = 1;
const ENGLISH = 0x0409;
const CODE_PAGE = 1252;
const NO_COOKIE = 0xffff;

const classIds = {
  workbook: '0{00020819-0000-0000-C000-000000000046}',
  sheet: '0{00020820-0000-0000-C000-000000000046}',
} as const;

/**
 * xl/vbaProject.bin from sources. Sources: MS-OVBA 2.2 and 2.3 for the streams, MS-CFB for the container.
 * @throws {RangeError} when a source has a character that code page 1252 lacks
 */
export function vbaProject(modules: readonly VbaModule[]): Uint8Array {
  const file = CFB.utils.cfb_new();
  const add = (path: string, bytes: Uint8Array) => CFB.utils.cfb_add(file, path, Buffer.from(bytes));
  add('/VBA/_VBA_PROJECT', NOT_COMPILED);
  add('/VBA/dir', compress(directory(modules)));
  for (const module of modules) add(`/VBA/${module.name}`, compress(inCodePage(sourceOf(module))));
  add('/PROJECT', inCodePage(projectText(modules)));
  add('/PROJECTwm', Buffer.concat([...modules.map(nameTwice), u16(0)]));
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer);
}

function directory(modules: readonly VbaModule[]): Uint8Array {
  const name = inCodePage(PROJECT_NAME);
  const empty = new Uint8Array();
  return Buffer.concat([
    record(0x01, u32(WINDOWS_32)),
    record(0x02, u32(ENGLISH)),
    record(0x14, u32(ENGLISH)),
    record(0x03, u16(CODE_PAGE)),
    record(0x04, name),
    record(0x05, empty),
    record(0x40, empty),
    record(0x06, empty),
    record(0x3d, empty),
    record(0x07, u32(0)),
    record(0x08, u32(0)),
    // The version's size counts its major part only.
    u16(0x09),
    u32(4),
    u32(1),
    u16(0),
    record(0x0c, empty),
    record(0x3c, empty),
    record(0x0f, u16(modules.length)),
    record(0x13, u16(NO_COOKIE)),
    ...modules.map(moduleRecords),
    record(0x10, empty),
  ]);
}

function moduleRecords({ name, kind }: VbaModule): Uint8Array {
  const [short, wide, empty] = [inCodePage(name), utf16(name), new Uint8Array()];
  return Buffer.concat([
    record(0x19, short),
    record(0x47, wide),
    record(0x1a, short),
    record(0x32, wide),
    record(0x1c, empty),
    record(0x48, empty),
    record(0x31, u32(0)),
    record(0x1e, u32(0)),
    record(0x2c, u16(NO_COOKIE)),
    record(kind === 'code' ? 0x21 : 0x22, empty),
    record(0x2b, empty),
  ]);
}

function sourceOf({ name, kind, source }: VbaModule): string {
  const head = [`Attribute VB_Name = "${name}"`];
  if (kind !== 'code') {
    head.push(
      `Attribute VB_Base = "${classIds[kind]}"`,
      'Attribute VB_GlobalNameSpace = False',
      'Attribute VB_Creatable = False',
      'Attribute VB_PredeclaredId = True',
      'Attribute VB_Exposed = True',
      'Attribute VB_TemplateDerived = False',
      'Attribute VB_Customizable = True',
    );
  }
  return `${[...head, ...source.trimEnd().split(/\r?\n/)].join('\r\n')}\r\n`;
}

function projectText(modules: readonly VbaModule[]): string {
  const unprotected = obfuscated([0, 0, 0, 0], PROJECT_ID);
  const noPassword = obfuscated([0], PROJECT_ID);
  const visible = obfuscated([0xff], PROJECT_ID);
  return [
    `ID="${PROJECT_ID}"`,
    ...modules.map(({ name, kind }) => (kind === 'code' ? `Module=${name}` : `Document=${name}/&H00000000`)),
    `Name="${PROJECT_NAME}"`,
    'HelpContextID="0"',
    'VersionCompatible32="393222000"',
    `CMG="${unprotected}"`,
    `DPB="${noPassword}"`,
    `GC="${visible}"`,
    '',
    '[Host Extender Info]',
    '&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000',
    '',
    '[Workspace]',
    ...modules.map(({ name }) => `${name}=0, 0, 0, 0, C`),
    '',
  ].join('\r\n');
}

function nameTwice({ name }: VbaModule): Uint8Array {
  return Buffer.concat([inCodePage(name), Uint8Array.of(0), utf16(name), u16(0)]);
}

/** Latin letters stand at the same places in code page 1252. */
function inCodePage(text: string): Uint8Array {
  const strange = /[^\t\r\n\x20-\x7e\xa0-\xff]/.exec(text);
  if (strange) throw new RangeError(`A macro project can't hold ${JSON.stringify(strange[0])}.`);
  return Buffer.from(text, 'latin1');
}

/** Records of the stream dir: each an id and its size before its data. Source: MS-OVBA 2.3.4.2, "dir Stream". */
function record(id: number, data: Uint8Array): Uint8Array {
  return Buffer.concat([u16(id), u32(data.length), data]);
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff);
}

function u32(value: number): Uint8Array {
  return Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);
}

function utf16(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le');
}

/**
 * A value of the stream PROJECT that says how the project is protected, in hexadecimal. Not a secret: it only isn't plain
 * text. Source: MS-OVBA 2.4.3.2, "Data Encryption".
 */
export function obfuscated(data: readonly number[], projectId: string): string {
  const key = [...projectId].reduce((sum, character) => sum + character.charCodeAt(0), 0) & 0xff;
  const bytes = [SEED, SEED ^ VERSION, SEED ^ key];
  let [clear, last, beforeLast] = [key, bytes[2]!, bytes[1]!];
  const size = [data.length, data.length >> 8, data.length >> 16, data.length >> 24].map(
    (byte) => byte & 0xff,
  );
  const filler = new Array<number>((SEED & 6) / 2).fill(FILLER);
  for (const byte of [...filler, ...size, ...data]) {
    const written = byte ^ ((beforeLast + clear) & 0xff);
    bytes.push(written);
    [clear, last, beforeLast] = [byte, written, last];
  }
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

/** Compresses a stream of a macro project as MS-OVBA 2.4.1 says. Source: MS-OVBA, "Compression and Decompression". */
export function compress(source: Uint8Array): Uint8Array {
  const written: Uint8Array[] = [Uint8Array.of(SIGNATURE)];
  for (let at = 0; at < source.length; at += CHUNK) {
    written.push(...compressedChunk(source.subarray(at, at + CHUNK)));
  }
  return Buffer.concat(written);
}

function compressedChunk(chunk: Uint8Array): Uint8Array[] {
  const tokens = tokenSequences(chunk);
  if (tokens.length <= CHUNK) return [header(COMPRESSED_CHUNK, tokens.length), tokens];
  // A chunk that does not shrink is stored raw, padded to full size.
  const raw = new Uint8Array(CHUNK);
  raw.set(chunk);
  return [header(RAW_CHUNK & ~0xfff, CHUNK), raw];
}

/** Header: size minus three in twelve bits, the signature 3, and the compression flag. */
function header(kind: number, size: number): Uint8Array {
  const word = kind | (size - 1);
  return Uint8Array.of(word & 0xff, word >> 8);
}

function tokenSequences(chunk: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let at = 0;
  while (at < chunk.length) {
    const flags = bytes.push(0) - 1;
    for (let token = 0; token < TOKENS_PER_FLAGS && at < chunk.length; token++) {
      const bits = Math.max(4, Math.ceil(Math.log2(at)));
      const { offset, length } = longestMatch(chunk, at, (0xffff >> bits) + SHORTEST_COPY);
      if (length < SHORTEST_COPY) {
        bytes.push(chunk[at++]!);
        continue;
      }
      const copy = ((offset - 1) << (16 - bits)) | (length - SHORTEST_COPY);
      bytes.push(copy & 0xff, copy >> 8);
      bytes[flags]! |= 1 << token;
      at += length;
    }
  }
  return Uint8Array.from(bytes);
}

/** The longest earlier run in the chunk that matches what follows `at`; it may overlap it. */
function longestMatch(chunk: Uint8Array, at: number, longest: number): { offset: number; length: number } {
  const limit = Math.min(longest, chunk.length - at);
  let best = { offset: 0, length: 0 };
  for (let from = at - 1; from >= 0 && best.length < limit; from--) {
    let length = 0;
    while (length < limit && chunk[from + length] === chunk[at + length]) length++;
    if (length > best.length) best = { offset: at - from, length };
  }
  return best;
}
