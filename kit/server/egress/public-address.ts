import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not the public internet (IANA special-purpose registry, RFC 6890 and its updates). */
const notPublic4: readonly (readonly [net: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Only these IPv6 addresses are given to hosts of the public internet, so mapped, translated, local and multicast addresses lie outside. */
const global6 = ['2000::', 3] as const;
/** Parts of them that lead elsewhere: Teredo and other protocols of 2001::/23, documentation, and 6to4, which contains an IPv4 address. */
const notPublic6: readonly (readonly [net: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked4 = new BlockList();
for (const [net, bits] of notPublic4) blocked4.addSubnet(net, bits, 'ipv4');
const allowed6 = new BlockList();
allowed6.addSubnet(...global6, 'ipv6');
const blocked6 = new BlockList();
for (const [net, bits] of notPublic6) blocked6.addSubnet(net, bits, 'ipv6');

/** Whether a host of the public internet can have this IP address. A text that is no IP address is none. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !blocked4.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && allowed6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
};
