import { transportSecurityApi } from '#kit/resource/shared-endpoints/transport-security.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { TransportSecurity } from '#kit/server/security/transport-security.ts';

const unsecured = { needEncDec: false, cipher: null, dataSecret: null, dataIV: null, ticket: null, expiresInS: 0, signSecret: null } as const;

/** Signatures are not checked and bodies are not encrypted. */
const plainWire: Pick<TransportSecurity, 'describe'> = { describe: () => Promise.resolve(unsecured) };

export const wireRoutes = ({ wire = plainWire }: { readonly wire?: Pick<TransportSecurity, 'describe'> }): readonly Route[] =>
  implement(transportSecurityApi, { config: (_ctx, { publicKey }) => wire.describe(publicKey) });
