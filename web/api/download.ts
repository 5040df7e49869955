import { ApiFailure, type RequestOptions, request } from './client.ts';

/**
 * Downloads a file of the API; `signal` also stops its making on the server. Throws ApiFailure, and the signal's reason.
 */
export async function download(path: string, options: RequestOptions = {}): Promise<void> {
  const response = await unlessChanged(() => request(path, { ...options, accept: '*/*' }));
  const name = fileNameOf(response.headers.get('content-disposition') ?? '');
  saveFile(await response.blob(), name);
}

/** Saves a file under this name. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has its copy of the bytes once saving has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** File name of a content-disposition header, the UTF-8 one first; '' without any. */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;]+)/i.exec(disposition);
  return (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim();
}

/** Retries when the data changed while they were read, as queries do. */
async function unlessChanged<T>(ask: () => Promise<T>, failures = 0): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (failures === 2 || !(error instanceof ApiFailure) || error.code !== 'statistic_changed') throw error;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return unlessChanged(ask, failures + 1);
  }
}
