/** Which addresses, besides https ones of the public internet, users may have called, and where users find this system. */
export interface EgressConfig {
  readonly insideOrigins: ReadonlySet<string>;
  readonly allowsHttp: boolean;
  /** For links in messages, without a slash at its end; absent means that links have no origin. */
  readonly publicUrl: string | undefined;
  /** Called after each self-test of the warnings, so that a watcher elsewhere notices when there are none. */
  readonly watcherUrl?: string | undefined;
}

export const defaultEgress: EgressConfig = { insideOrigins: new Set(), allowsHttp: false, publicUrl: undefined };

/** Reads the settings, or returns a one-line error. */
export const readEgress = (env: Readonly<Record<string, string | undefined>>): EgressConfig | string => {
  const origins = (env['EGRESS_ORIGINS'] ?? '').split(',').flatMap((text) => text.trim() || []);
  const noOrigin = origins.find((text) => !/^https?:\/\//u.test(text) || !URL.canParse(text) || new URL(text).origin !== text);
  if (noOrigin !== undefined) return `EGRESS_ORIGINS names ${noOrigin}; an origin reads https://chat.example or http://chat.lan:8065.`;
  const http = env['EGRESS_HTTP'] ?? '0';
  if (http !== '0' && http !== '1') return `EGRESS_HTTP must be 0 or 1, not ${http}.`;
  const publicUrl = env['PUBLIC_URL'] || undefined;
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#\s]+$/u.test(publicUrl))
    return `PUBLIC_URL must read like https://ops.example.com, not ${publicUrl}.`;
  const watcherUrl = env['WARNING_WATCHER_URL'] || undefined;
  if (watcherUrl !== undefined && !(/^https?:\/\//u.test(watcherUrl) && URL.canParse(watcherUrl)))
    return 'WARNING_WATCHER_URL must be an http or https address.';
  return { insideOrigins: new Set(origins), allowsHttp: http === '1', publicUrl, watcherUrl };
};
