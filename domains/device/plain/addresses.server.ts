import { BlockList, isIP } from 'node:net';

/** The addresses and networks of an exception; or the first piece of the text that is neither. */
export const readAddresses = (text: string): BlockList | string => {
  const allowed = new BlockList();
  for (const piece of text.split(',').map((each) => each.trim())) {
    const [address = '', prefix, ...rest] = piece.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? BITS[version] : Number(prefix);
    const whole = prefix === undefined || /^\d{1,3}$/.test(prefix);
    if (version === 0 || !whole || rest.length > 0 || bits === undefined || bits > (BITS[version] ?? 0)) return piece;
    allowed.addSubnet(address, bits, family(version));
  }
  return allowed;
};

/** Whether an exception lets a pile in from here; without one nothing does. */
export const mayComeFrom = (addresses: string | null, remoteAddress: string): boolean => {
  const allowed = readAddresses(addresses ?? '');
  // A socket that listens for both families shows IPv4 in this form.
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return typeof allowed !== 'string' && isIP(address) !== 0 && allowed.check(address, family(isIP(address)));
};

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
const family = (version: number): 'ipv4' | 'ipv6' => (version === 6 ? 'ipv6' : 'ipv4');
