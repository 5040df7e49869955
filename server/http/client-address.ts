import { isIP } from 'node:net';
import type { Context } from 'koa';

/**
 * The address a request comes from as a key of limits: one spelling per client and at most 39 characters. Behind
 * trusted proxies (TRUST_PROXY) it is what the outermost of them saw; what else X-Forwarded-For says is the client's
 * to choose, and what is no address there gives way to the connection's own.
 */
export function clientAddress(ctx: Pick<Context, 'ip' | 'req'>): string {
  return addressKey(ctx.ip) ?? addressKey(ctx.req.socket.remoteAddress ?? '') ?? 'unknown';
}

/** IPv4 as it is; of IPv6 the network (/64), since whoever has one address there has 2^64. Undefined for anything else. */
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
  // The URL parser writes hexadecimal groups without leading zeros; a zone (%eth0) is none of the address.
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

/** The address in an IPv4-mapped one, as sockets that take both kinds report it. */
function ipv4Of(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}
