import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** An uploaded file on this machine. The receiver removes it. */
export type UploadedFile = { path: string; name: string; size: number; sha256: Uint8Array };

/** Writes `bytes` to a file that can be handled as an uploaded one. */
export function asUploaded(path: string, name: string, bytes: Uint8Array): UploadedFile {
  return { path, name, size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest() };
}

/** The first bytes of a file, as many as there are of `most`. */
export async function headOf({ path }: UploadedFile, most: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
