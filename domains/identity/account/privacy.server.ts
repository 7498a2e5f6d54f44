import { settingOf } from '#domains/system/server.ts';
import type { Database } from '#kit/db/index.ts';
import { implement } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import type { Route } from '#kit/server/context/route.ts';
import { PROGRAM_PRIVACY, privacyApi } from './privacy.ts';
import type { PrivacyNotice } from './privacy.ts';
import { privacyEnUs, privacyZhCn, privacyZhTw } from './privacy-settings.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

type SettingContext = Parameters<typeof settingOf>[0];

const VERSION_LENGTH = 12;

export const privacyRoutes = ({ database }: { readonly database: Database }): readonly Route[] =>
  implement(privacyApi, {
    privacy: ({ registry, now }) => privacyNotice({ db: database.system, registry, now }),
    ownPrivacy: ({ registry, now, viewer }) => privacyNotice({ db: database.system, registry, now }, singleId(viewer.sees.tenant)),
  });

/** The privacy notice of a tenant, or else of the platform, and its version. */
export const privacyNotice = async (settingContext: SettingContext, tenantId?: string): Promise<PrivacyNotice> => {
  const text = {
    zh_CN: await settingOf(settingContext, privacyZhCn, tenantId),
    zh_TW: await settingOf(settingContext, privacyZhTw, tenantId),
    en_US: await settingOf(settingContext, privacyEnUs, tenantId),
  };
  const hasOwnText = Object.values(text).some((language) => language !== null);
  const version = hasOwnText ? sha256(JSON.stringify(text)).toString('hex').slice(0, VERSION_LENGTH) : PROGRAM_PRIVACY;
  return { version, text };
};
