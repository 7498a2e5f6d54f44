import type { Registration, ThirdParties } from '#domains/identity/server.ts';

/** How messages reach people and how they may sign in. */
export interface PeopleConfig {
  /** Mails over SMTP; absent means that no mail is sent. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Text messages through the operator's webhook; absent means that none is sent. */
  readonly smsWebhook: { readonly url: string; readonly secret: string } | undefined;
  /** Whether messages without a provider are stored for the outbox page. */
  readonly localMessages: boolean;
  readonly registration: Registration;
  /** Filing number of the site, shown where the law requires one. */
  readonly filingNumber: string | null;
  /** Third-party services through which people may sign in. */
  readonly thirdParties: ThirdParties | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;
const SECRET_MIN = 16;

/** Reads the settings about people, or returns a one-line error. */
export const readPeople = (env: Env, demo: boolean): PeopleConfig | string => {
  const [smtpUrl, from] = [env['SMTP_URL'] || undefined, env['MAIL_FROM'] || undefined];
  // The error never shows the address itself, because it may contain a password.
  if (smtpUrl !== undefined && !/^smtps?:\/\/./.test(smtpUrl)) return 'SMTP_URL must begin with smtp:// or smtps://.';
  if (smtpUrl !== undefined && !from?.includes('@')) return 'SMTP_URL wants MAIL_FROM, the address that mails come from.';
  const [webhook, secret] = [env['SMS_WEBHOOK_URL'] || undefined, env['SMS_WEBHOOK_SECRET'] ?? ''];
  if (webhook !== undefined && !isSafe(webhook)) return 'SMS_WEBHOOK_URL must begin with https://; http:// only for this machine.';
  if (webhook !== undefined && secret.length < SECRET_MIN) return `SMS_WEBHOOK_URL wants SMS_WEBHOOK_SECRET of at least ${SECRET_MIN} characters.`;
  const registration = readRegistration(env['REGISTRATION'] || (demo ? 'review' : 'closed'));
  if (registration === undefined) return 'REGISTRATION must be closed, review, or a tenant id and the code of a role of that tenant: 7:visitor.';
  const thirdParties = readThirdParties(env);
  if (typeof thirdParties === 'string') return thirdParties;
  return {
    smtp: smtpUrl !== undefined && from !== undefined ? { url: smtpUrl, from } : undefined,
    smsWebhook: webhook === undefined ? undefined : { url: webhook, secret },
    localMessages: (env['MESSAGES'] ?? (demo ? 'local' : '')) === 'local',
    registration,
    filingNumber: env['FILING_NUMBER'] || null,
    thirdParties,
  };
};

/** Whether the address uses TLS or stays on this machine. */
const isSafe = (url: string): boolean => /^https:\/\/./.test(url) || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url);

const readRegistration = (text: string): Registration | undefined => {
  if (text === 'closed' || text === 'review') return text;
  const [, tenantId, roleCode] = /^(\d{1,18}):([A-Za-z][\w-]*)$/.exec(text) ?? [];
  return tenantId !== undefined && roleCode !== undefined ? { tenantId, roleCode } : undefined;
};

const readThirdParties = (env: Env): ThirdParties | string | undefined => {
  const [issuer, clientId, cas] = ['OAUTH2_ISSUER', 'OAUTH2_CLIENT_ID', 'CAS_URL'].map((name) => env[name] || undefined);
  if (issuer === undefined && cas === undefined) return undefined;
  for (const [name, url] of Object.entries({ OAUTH2_ISSUER: issuer, CAS_URL: cas }))
    if (url !== undefined && !isSafe(url)) return `${name} must begin with https://; http:// only for this machine.`;
  if (issuer !== undefined && clientId === undefined) return 'OAUTH2_ISSUER wants OAUTH2_CLIENT_ID.';
  const publicUrl = env['PUBLIC_URL'] ?? '';
  if (!/^https?:\/\/[^/?#]+$/.test(publicUrl))
    return 'OAUTH2_ISSUER and CAS_URL want PUBLIC_URL, where browsers find this system: https://ops.example.com.';
  return {
    publicUrl,
    oauth2:
      issuer === undefined || clientId === undefined
        ? undefined
        : { issuer, clientId, clientSecret: env['OAUTH2_CLIENT_SECRET'] || undefined, name: env['OAUTH2_NAME'] || 'SSO' },
    cas: cas === undefined ? undefined : { url: cas.replace(/\/+$/, ''), name: env['CAS_NAME'] || 'CAS' },
  };
};
