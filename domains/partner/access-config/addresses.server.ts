import { BlockList, isIP } from 'node:net';
import { commaList } from '#kit/fields/comma-list.ts';

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
const family = (version: number): 'ipv4' | 'ipv6' => (version === 6 ? 'ipv6' : 'ipv4');

/** The addresses and networks of a text, or the first part of it that is neither. */
export const parseNetworks = (text: string): BlockList | string => {
  const list = new BlockList();
  for (const part of commaList(text)) {
    const [address = '', prefix, ...rest] = part.split('/');
    const bits = BITS[isIP(address)];
    const isGood = bits !== undefined && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits));
    if (!isGood) return part;
    list.addSubnet(address, prefix === undefined ? bits : Number(prefix), family(isIP(address)));
  }
  return list;
};

/** Whether a call may come from this address; null allows every address. */
export const isFromAllowed = (networks: string | null, ip: string): boolean => {
  if (networks === null) return true;
  const list = parseNetworks(networks);
  // A dual-stack socket reports IPv4 addresses in this form.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return typeof list !== 'string' && isIP(address) !== 0 && list.check(address, family(isIP(address)));
};
