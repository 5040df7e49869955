import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as SocketServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpUrl } from '../http/portal-url.ts';
import { READER_PATIENCE } from '../statistics/lines/read-statistic.ts';

/** Addresses hold what is chosen: a thousand names, which a question may have, are three times what Node lets through. */
const headerBytes = 128 * 1024;

/** Milliseconds for the head of a request and for the whole of it, after which it is cut; see PATIENCE_MILLISECONDS in request/body.ts. */
const deadlines = { headersTimeout: 60_000, requestTimeout: 300_000 };

/** Milliseconds in which nothing is sent or taken, beside those that work may take; then the connection is cut. */
const SILENCE_MILLISECONDS = 300_000;

export interface HttpServer {
  /** For example http://127.0.0.1:3000 */
  url: string;
  /**
   * Keeps no connection any longer, takes no more requests after `drainMs`, and waits until those under way are answered,
   * `graceMs` at most.
   */
  close: (graceMs: number, drainMs?: number) => Promise<void>;
}

/** Listens; port 0 takes a free one. */
export async function listen(
  listener: RequestListener,
  {
    host,
    port,
    importTimeoutMs = 0,
    silenceMs = SILENCE_MILLISECONDS,
  }: { host: string; port: number; importTimeoutMs?: number; silenceMs?: number | undefined },
): Promise<HttpServer> {
  let closing = false;
  const answers = new Set<ServerResponse>();
  const server = createServer({ maxHeaderSize: headerBytes, ...deadlines }, (request, response) => {
    response.shouldKeepAlive &&= !closing;
    answers.add(response);
    response.once('close', () => answers.delete(response));
    listener(request, response);
  });
  // Else the answer that nobody takes is kept for ever.
  server.timeout = silenceMs + READER_PATIENCE * importTimeoutMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} on ${host} is in use. Set PORT to another one.`, { cause: error })
          : new Error(
              `Nothing can listen on ${host}, port ${port}: ${error.message}. HOST and PORT say where.`,
              {
                cause: error,
              },
            ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: httpUrl(host, taken),
    close: async (graceMs, drainMs = 0) => {
      closing = true;
      await sleep(drainMs);
      let closed = false;
      // Not http's own, which closes idle connections too.
      SocketServer.prototype.close.call(server, () => {
        closed = true;
      });
      // A kept-alive connection becomes idle only when its request is answered. To Node it is so once the answer is written,
      // however much of it has yet to be sent.
      for (const end = performance.now() + graceMs; !closed && performance.now() < end; await sleep(25))
        if (![...answers].some(isBeingSent)) server.closeIdleConnections();
      server.closeAllConnections();
      server.close();
    },
  };
}

function isBeingSent({ writableEnded, writableFinished }: ServerResponse): boolean {
  return writableEnded && !writableFinished;
}
