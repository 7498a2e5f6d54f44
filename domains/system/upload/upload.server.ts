import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Database } from '#kit/db/index.ts';
import type { FileAnswer } from '#kit/resource/endpoint.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/route.ts';
import type { UploadedFile } from '#kit/server/route.ts';
import { loadFile } from '#kit/server/stored-file.ts';
import { onlyOne } from '#kit/server/viewer.ts';
import { cleanImage } from './image.rules.ts';
import type { KnownPicture } from './image.rules.ts';
import { uploadRefusals } from './upload.labels.ts';
import { settingOf } from '../config/read-setting.server.ts';
import { filesPerDay, megabytesPerDay, uploadApi, uploadBounds } from './upload.ts';

/** A path never comes to mean another picture. */
const PICTURE_CACHE_SECONDS = 86_400;
const MEGABYTE = 1024 * 1024;

export const uploadRoutes = implement(uploadApi, {
  upload: async (ctx, { biz }, { files }) => {
    if (files.length === 0) refuse(kitRefusals, 'noFile');
    const pictures = files.map(readPicture);
    await checkQuota(ctx, pictures);
    const folder = biz && ctx.registry.feature(biz) ? biz : 'temp';
    const paths: string[] = [];
    for (const picture of pictures) paths.push(await keep(ctx, { picture, folder }));
    return paths.join(',');
  },
  static: async (ctx, { '*': path }): Promise<FileAnswer> => {
    const { rows } = await sql<{ contentType: string; body: Buffer }>`select content_type, body from upload_file where path = ${path}`.execute(
      ctx.db,
    );
    const row = rows[0] ?? refuse(kitRefusals, 'missing', {}, { status: 404 });
    return { name: path.split('/').at(-1) ?? path, contentType: row.contentType, body: row.body, inline: true, cacheSeconds: PICTURE_CACHE_SECONDS };
  },
  made: async (ctx, { name }) => (await loadFile(ctx, name)) ?? refuse(kitRefusals, 'missing', {}, { status: 404 }),
});

const readPicture = ({ bytes }: UploadedFile): KnownPicture => {
  if (bytes.length > uploadBounds.fileBytes) refuse(uploadRefusals, 'upload.tooLarge', { max: uploadBounds.fileBytes / MEGABYTE });
  const picture = cleanImage(bytes);
  if (!picture || picture.width === 0 || picture.height === 0) return refuse(uploadRefusals, 'upload.notImage');
  const { width, height } = picture;
  if (Math.max(width, height) > uploadBounds.sidePx || width * height > uploadBounds.areaPx)
    refuse(uploadRefusals, 'upload.tooWide', { max: uploadBounds.sidePx });
  return picture;
};

/** The lock lets a person's uploads pass one by one, so that parallel ones cannot share the last place. */
const checkQuota = async (ctx: Context, pictures: readonly KnownPicture[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload', ${ctx.viewer.userId}::bigint))`.execute(ctx.db);
  const since = new Date(ctx.now.getTime() - 86_400_000);
  const { rows } = await sql<{ files: number; bytes: bigint }>`select count(*)::int4 as files, coalesce(sum(size_bytes), 0)::int8 as bytes
    from upload_file where user_id = ${ctx.viewer.userId} and created_at > ${since}`.execute(ctx.db);
  const { files = 0, bytes = 0n } = rows[0] ?? {};
  const more = pictures.reduce((sum, picture) => sum + picture.bytes.length, 0);
  const tenantId = onlyOne(ctx.viewer.sees.tenant);
  const [filesMax, megabytesMax] = [await settingOf(ctx, filesPerDay, tenantId), await settingOf(ctx, megabytesPerDay, tenantId)];
  if (files + pictures.length > filesMax || Number(bytes) + more > megabytesMax * MEGABYTE) refuse(uploadRefusals, 'upload.quota');
};

const keep = async (ctx: Context, { picture, folder }: { readonly picture: KnownPicture; readonly folder: string }): Promise<string> => {
  const day = ctx.now.toISOString().slice(0, 10).replaceAll('-', '');
  const path = `${folder}/${day}/${randomBytes(16).toString('hex')}.${picture.extension}`;
  await sql`insert into upload_file (path, tenant_id, user_id, content_type, width, height, size_bytes, body, created_at)
    values (${path}, ${onlyOne(ctx.viewer.sees.tenant) ?? '0'}, ${ctx.viewer.userId}, ${picture.contentType}, ${picture.width}, ${picture.height},
      ${picture.bytes.length}, ${Buffer.from(picture.bytes)}, ${ctx.now})`.execute(ctx.db);
  return path;
};

/** Deletes files made for people that nobody may fetch any more; answers how many. For a worker, now and then. */
export const sweepMadeFiles = async (database: Database): Promise<number> => {
  const { numAffectedRows } = await sql`delete from made_file where created_at < now() - interval '1 day'`.execute(database.system);
  return Number(numAffectedRows ?? 0n);
};
