import { isIP } from 'node:net';
import type { Context } from 'koa';

/**
 * The client's address as a key of rate limits: one spelling per client, at most 39 characters. Behind trusted proxies
 * (TRUST_PROXY) it is the address that the outermost proxy saw; the rest of X-Forwarded-For is chosen by the client.
 * Where that is no address, the address of the connection.
 */
export function clientAddress(ctx: Pick<Context, 'ip' | 'req'>): string {
  return addressKey(ctx.ip) ?? addressKey(ctx.req.socket.remoteAddress ?? '') ?? 'unknown';
}

/** IPv4 unchanged; of IPv6 the /64 network, since one client has 2^64 addresses there. Undefined for anything else. */
export function addressKey(text: string): string | undefined {
  const address = withoutPort(text);
  const kind = isIP(address);
  if (kind === 4) return address;
  return kind === 6 ? networkOf(address) : undefined;
}

/** Some proxies (e.g. Azure's) write the client's port behind its address. */
function withoutPort(text: string): string {
  return /^\[([^\]]{1,100})\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([\d.]{7,15}):\d{1,5}$/, '$1');
}

function networkOf(address: string): string {
  // The URL parser normalises hexadecimal groups; a zone (%eth0) is not part of the address.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [left = [], right] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(right ? 8 - left.length - right.length : 0).fill('0');
  const groups = [...left, ...zeros, ...(right ?? [])];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The IPv4 address in an IPv4-mapped IPv6 address, as dual-stack sockets report it. */
function ipv4Of(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}
