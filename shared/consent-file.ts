/** Bytes needed to recognise a file: readers accept up to a kilobyte before "%PDF-". */
export const CONSENT_HEAD_BYTES = 1024;

/** Signatures of PNG, JPEG, GIF and both kinds of TIFF. */
const starts = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'];

/** Brands of pictures in the HEIF family; films and sound have others. */
const heif = /^ftyp(hei[cxms]|hev[cx]|mif1|msf1|avif)/;

/** Whether a file is a PDF or a picture (PNG, JPEG, GIF, TIFF, WebP, HEIC, AVIF), by its first bytes. */
export function isPdfOrPicture(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, CONSENT_HEAD_BYTES));
  return (
    head.includes('%PDF-') ||
    starts.some((start) => head.startsWith(start)) ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    heif.test(head.slice(4))
  );
}
