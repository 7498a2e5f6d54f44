import type { AddressInfo } from 'node:net';

/** The port a server got; 0 while it has none. */
export const listeningPort = (address: AddressInfo | string | null): number => (typeof address === 'object' && address !== null ? address.port : 0);
