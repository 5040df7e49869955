/** Length of a file's head within which its kind is told. */
const headBytes = 1024;

/** What PNG, JPEG, GIF and the two kinds of TIFF begin with. */
const starts = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'];

const heif = /^ftyp(hei[cxms]|hev[cx]|mif1|msf1|avif)/;

/** Whether the server will take a file for a PDF or a picture, by its content; null when it can't be read any more. */
export async function isPdfOrPicture(file: File): Promise<boolean | null> {
  try {
    const head = String.fromCharCode(...new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
    return (
      head.includes('%PDF-') ||
      starts.some((start) => head.startsWith(start)) ||
      (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
      heif.test(head.slice(4))
    );
  } catch {
    return null;
  }
}
