import { CONSENT_HEAD_BYTES, isPdfOrPicture } from '#shared/consent-file.ts';

/** Whether the server will take a file as a consent, by its content; null when it can't be read any more. */
export async function isPdfOrPictureFile(file: File): Promise<boolean | null> {
  try {
    return isPdfOrPicture(new Uint8Array(await file.slice(0, CONSENT_HEAD_BYTES).arrayBuffer()));
  } catch {
    return null;
  }
}
