import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Addresses of proxies whose headers about the client are trusted (`X-Forwarded-For`, `X-Forwarded-Proto`). */
export interface TrustedProxies {
  readonly isTrusted: (address: string) => boolean;
}

/** Parses `10.0.0.1,192.168.0.0/16,::1`. Returns the first part that is neither an address nor a network as `invalid`. */
export const readProxies = (text: string): TrustedProxies | { readonly invalid: string } => {
  const list = new BlockList();
  for (const part of text.split(',').flatMap((each) => each.trim() || [])) {
    const [address = '', bits] = part.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0 || (bits !== undefined && !isPrefix(bits, family))) return { invalid: part };
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return trustedProxies(list);
};

/**
 * The address of the client, IPv4 in its short form. A trusted proxy sends it in `X-Forwarded-For`, to whose end each proxy appends the address
 * that called it; the last address that is no trusted proxy counts. The header is ignored when the request does not come from a trusted proxy.
 */
export const clientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>, { isTrusted }: TrustedProxies): string => {
  let address = plainAddress(request.socket.remoteAddress ?? '');
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  for (let part = forwarded.pop(); part !== undefined && isTrusted(address); part = forwarded.pop()) {
    const next = plainAddress(part.trim());
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
};

/** Whether the client's connection is encrypted: up to this process, or up to a trusted proxy that says so in `X-Forwarded-Proto`. */
export const isOverTls = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, { isTrusted }: TrustedProxies): boolean =>
  socket instanceof TLSSocket ||
  (isTrusted(socket.remoteAddress ?? '') && [headers['x-forwarded-proto'] ?? []].flat().join(',').split(',').at(-1)?.trim() === 'https');

const trustedProxies = (list: BlockList): TrustedProxies => ({
  isTrusted: (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  },
});

const loopback = new BlockList();
loopback.addAddress('127.0.0.1');
loopback.addAddress('::1', 'ipv6');
/** Trusts a proxy on the same machine. */
export const loopbackProxies: TrustedProxies = trustedProxies(loopback);

const isPrefix = (bits: string, family: 'ipv4' | 'ipv6'): boolean => /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv6' ? 128 : 32);

/** The short form of an IPv4 address that an IPv6 socket reports. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
