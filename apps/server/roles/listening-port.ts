import type { AddressInfo } from 'node:net';

/** The port a server listens on; 0 while it does not listen. */
export const listeningPort = (address: AddressInfo | string | null): number => (typeof address === 'object' && address !== null ? address.port : 0);
