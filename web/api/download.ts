import { ApiFailure, type RequestOptions, request } from './client.ts';

/**
 * Fetches a file of the API and hands it to the browser to save; `signal` ends its making on the server too. Throws ApiFailure, and the
 * signal's reason.
 */
export async function download(path: string, options: RequestOptions = {}): Promise<void> {
  const response = await unlessChanged(() => request(path, { ...options, accept: '*/*' }));
  const name = fileNameOf(response.headers.get('content-disposition') ?? '');
  saveFile(await response.blob(), name);
}

/** Hands a file to the browser to save under this name. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the bytes over once it has begun to save them.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name in a content-disposition header, the one in UTF-8 first; '' without any. */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;]+)/i.exec(disposition);
  return (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim();
}

/** Asks again for a file of figures that were changed while they were looked for, as queries do. */
async function unlessChanged<T>(ask: () => Promise<T>, failures = 0): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (failures === 2 || !(error instanceof ApiFailure) || error.code !== 'statistic_changed') throw error;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return unlessChanged(ask, failures + 1);
  }
}
