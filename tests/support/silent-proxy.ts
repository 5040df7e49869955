import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** The database, reached through the proxy. */
  url: string;
  /** From now on nothing passes on the connections there are, and none of them is closed; new ones work. */
  fallSilent: () => void;
  /** From now on nothing that clients send arrives on the connections there are; what comes back does. */
  holdRequests: () => void;
  /** From now on new connections are taken and led nowhere, until what is given back is called. */
  holdNew: () => () => void;
  /** Connections that are open through it. */
  count: () => number;
  close: () => Promise<void>;
}

/** A TCP proxy in front of the test PostgreSQL, which listens on a socket in a directory. */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const url = new URL(databaseUrl);
  const path = `${decodeURIComponent(url.hostname)}/.s.PGSQL.${url.port || 5432}`;
  const pairs = new Set<[Socket, Socket]>();
  /** New connections that are led nowhere yet. */
  let held: Socket[] | undefined;
  const server = createServer((client) => {
    if (held) held.push(client.on('error', () => client.destroy()));
    else lead(client);
  }).listen(0, '127.0.0.1');
  const lead = (client: Socket) => {
    const upstream = connect(path);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [pair, pair.toReversed()]) {
      one!.on('error', () => other!.destroy());
      one!.on('close', () => {
        other!.destroy();
        pairs.delete(pair);
      });
    }
  };
  await once(server, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent() {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream).pause();
        upstream.unpipe(client).pause();
      }
    },
    holdRequests() {
      for (const [client, upstream] of pairs) client.unpipe(upstream).pause();
    },
    holdNew() {
      held = [];
      return () => {
        for (const client of held ?? []) lead(client);
        held = undefined;
      };
    },
    count: () => pairs.size,
    async close() {
      for (const client of held ?? []) client.destroy();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
