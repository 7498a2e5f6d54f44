import { BlockList, isIP } from 'node:net';

/** The addresses and networks of an exception, or the first part of the text that is neither. */
export const parseAddresses = (text: string): BlockList | string => {
  const allowed = new BlockList();
  for (const part of text.split(',').map((each) => each.trim())) {
    const [address = '', prefix, ...rest] = part.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? BITS[version] : Number(prefix);
    const isPrefixNumeric = prefix === undefined || /^\d{1,3}$/.test(prefix);
    if (version === 0 || !isPrefixNumeric || rest.length > 0 || bits === undefined || bits > (BITS[version] ?? 0)) return part;
    allowed.addSubnet(address, bits, family(version));
  }
  return allowed;
};

/** Whether an exception allows a pile to connect from an address; null is no exception and allows none. */
export const isAllowedAddress = (addresses: string | null, remoteAddress: string): boolean => {
  const allowed = parseAddresses(addresses ?? '');
  // A dual-stack socket reports IPv4 addresses in this form.
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return typeof allowed !== 'string' && isIP(address) !== 0 && allowed.check(address, family(isIP(address)));
};

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
const family = (version: number): 'ipv4' | 'ipv6' => (version === 6 ? 'ipv6' : 'ipv4');
