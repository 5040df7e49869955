import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as SocketServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpUrl } from '../http/portal-url.ts';
import { READER_PATIENCE } from '../statistics/lines/read-statistic.ts';

/** Addresses contain filters: a thousand names, as a query may have, exceed Node's default three times. */
const headerBytes = 128 * 1024;

/** Milliseconds for a request's head, and for all of it; see PATIENCE_MILLISECONDS in request/body.ts. */
const deadlines = { headersTimeout: 60_000, requestTimeout: 300_000 };

/** Idle milliseconds, beside the time that work may take, until a connection is closed. */
const SILENCE_MILLISECONDS = 300_000;

export interface HttpServer {
  /** For example http://127.0.0.1:3000 */
  url: string;
  /** Closes idle connections, accepts no requests after `drainMs`, and waits for those in progress, `graceMs` at most. */
  close: (graceMs: number, drainMs?: number) => Promise<void>;
}

/** Listens; port 0 takes a free port. */
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
  // Else an answer that nobody reads would be kept for ever.
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
      // Not http's own close, which also closes idle connections.
      SocketServer.prototype.close.call(server, () => {
        closed = true;
      });
      // A keep-alive connection becomes idle only when its request is answered. Node considers it idle once the answer is
      // written, however much of it is still to be sent.
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
