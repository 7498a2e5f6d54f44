import { createHmac } from 'node:crypto';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { createTransportSecurity } from '#kit/server/security/transport-security.ts';
import type { TransportSecurity } from '#kit/server/security/transport-security.ts';
import type { Config } from './config.ts';
import type { MasterKeys } from './master-keys.ts';

/** Request signatures and encrypted bodies as configured. Without a configured secret, one that is unique to this deployment is used. */
export const wireOf = (
  { signSecret, signPaths, bodyCipher }: Pick<Config, 'signSecret' | 'signPaths' | 'bodyCipher'>,
  deps: { readonly masterKeys: MasterKeys; readonly secrets: Secrets; readonly clock: () => Date },
): TransportSecurity => {
  const secret = signSecret ?? createHmac('sha256', deps.masterKeys[0]).update('x-sign').digest('base64url');
  return createTransportSecurity({ signing: { secret, paths: signPaths }, cipher: bodyCipher, secrets: deps.secrets, clock: deps.clock });
};
