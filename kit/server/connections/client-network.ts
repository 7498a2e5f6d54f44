const NETWORK_GROUPS = 4;

/**
 * The unit that is counted as one client: an IPv4 address, or the /64 network of an IPv6 address, because a client usually controls the whole
 * network.
 */
export const clientNetwork = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const headGroups = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const gap = Array.from({ length: Math.max(0, 8 - headGroups.length - after.length) }, () => '0');
  return [...headGroups, ...gap, ...after].slice(0, NETWORK_GROUPS).join(':');
};

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, '')));
