import { ApiFailure } from './failure.ts';

/** How a question names its file: the file itself, or what the server knows it by. */
export type FilePart = { file: File } | { fileSha256: string };

/** Files that the server has, with their SHA-256 in hexadecimal. */
const sent = new WeakMap<File, string>();

let sending: { file: File; arrived: Promise<void>; stop: () => void } | undefined;

/**
 * Asks something about a file, which is sent once however often the question changes: what comes while it is on its
 * way waits for it, and then names it by its hash. It is sent again where the server has forgotten it. Only another
 * file stops it on its way, not `signal`, which is for the questions.
 */
export async function askAboutFile<Answer>(
  file: File,
  ask: (part: FilePart, signal?: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  // Browsers have it only behind TLS or on the machine itself.
  if (!crypto.subtle) return ask({ file }, signal);
  while (sending?.file === file) await sending.arrived;
  signal?.throwIfAborted();
  const fileSha256 = sent.get(file);
  if (!fileSha256) return send(file, ask);
  try {
    return await ask({ fileSha256 }, signal);
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'file_unknown')) throw error;
    sent.delete(file);
    return askAboutFile(file, ask, signal);
  }
}

function send<Answer>(
  file: File,
  ask: (part: FilePart, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  sending?.stop();
  const controller = new AbortController();
  const answer = ask({ file }, controller.signal);
  const arrived = Promise.all([hashOf(file), answer.catch(requireRead)])
    .then(([hash]) => void sent.set(file, hash))
    .catch(() => void sent.delete(file))
    .finally(() => {
      if (sending?.arrived === arrived) sending = undefined;
    });
  sending = { file, arrived, stop: () => controller.abort() };
  return answer;
}

/** The server has taken the file also where it could not make a statistic of it. */
function requireRead(error: unknown): void {
  if (!(error instanceof ApiFailure && error.status === 422)) throw error;
}

async function hashOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
