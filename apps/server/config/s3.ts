import type { S3Location } from '#domains/system/server.ts';

type Env = Readonly<Record<string, string | undefined>>;

const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The bucket for uploaded files, undefined when none is configured, or a one-line error. */
export const readS3 = (env: Env): S3Location | undefined | string => {
  const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = names.map((name) => env[name]?.trim());
  const present = names.filter((name) => env[name]);
  if (present.length === 0) return undefined;
  const missing = names.find((name) => !env[name]);
  if (missing !== undefined) return `${present[0]} is set, so ${missing} must be too.`;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    return 'S3_ENDPOINT must read like https://s3.eu-central-1.amazonaws.com.';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return `S3_BUCKET names ${bucket}, which is no name of a bucket.`;
  const style = env['S3_STYLE'] || 'path';
  if (style !== 'path' && style !== 'host')
    return `S3_STYLE is path (the bucket stands in the path) or host (in the name of the host), not ${style}.`;
  const prefix = (env['S3_PREFIX'] ?? '').replace(/^\/+|\/+$/g, '');
  return {
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    region: env['S3_REGION'] || 'us-east-1',
    pathStyle: style === 'path',
    prefix: prefix === '' ? '' : `${prefix}/`,
  };
};
