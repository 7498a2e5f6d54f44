import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import type { Context } from '#kit/server/context/context.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { settingOf } from '../config/read-setting.server.ts';
import type { InspectedFile } from './inspect.server.ts';
import type { FileStores } from './store.server.ts';
import { uploadRefusals } from './upload.labels.ts';
import { filesPerDay, megabytesPerDay } from './upload.ts';

/** The dependencies of file storage. Files are written and read outside of transactions, because that may take long. */
export interface FileDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly stores: FileStores;
}

interface StoredUpload extends InspectedFile {
  readonly path: string;
}

const MEGABYTE = 1024 * 1024;
const DAY_MS = 86_400_000;

/** Registers the files, stores them, and then makes them visible. Files of an interrupted upload are deleted later. */
export const storeFiles = async (
  ctx: Context,
  parts: FileDeps,
  { files, folder }: { readonly files: readonly InspectedFile[]; readonly folder: string },
): Promise<readonly string[]> => {
  const { database, clock, stores } = parts;
  const deps = { database, clock, registry: ctx.registry };
  const day = ctx.now.toISOString().slice(0, 10).replaceAll('-', '');
  const uploads = files.map((file) => ({ ...file, path: `${folder}/${day}/${randomBytes(16).toString('hex')}.${file.extension}` }));
  await withContext(deps, ctx.viewer, async (innerCtx) => {
    await checkQuota(innerCtx, uploads);
    for (const file of uploads) await insertFileRow(innerCtx, file, stores.into.name);
  });
  const paths = uploads.map(({ path }) => path);
  try {
    for (const { path, ...file } of uploads) await stores.into.put(path, file);
  } catch (error) {
    await deleteFiles(parts, paths).catch(() => undefined);
    throw error;
  }
  await withContext(deps, ctx.viewer, (innerCtx) => sql`update upload_file set kept_at = ${clock()} where path = any(${paths})`.execute(innerCtx.db));
  return paths;
};

const insertFileRow = async (ctx: Context, file: StoredUpload, store: string): Promise<void> => {
  await sql`insert into upload_file (path, tenant_id, user_id, name, content_type, width, height, size_bytes, sha256, store, created_at, kept_at)
    values (${file.path}, ${singleId(ctx.viewer.sees.tenant) ?? '0'}, ${ctx.viewer.userId}, ${file.name}, ${file.contentType}, ${file.width}, ${file.height},
      ${file.sizeBytes}, ${file.sha256}, ${store}, ${ctx.now}, null)`.execute(ctx.db);
};

/** A lock serialises the uploads of a user, so that parallel ones cannot exceed the quota. */
const checkQuota = async (ctx: Context, files: readonly StoredUpload[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload', ${ctx.viewer.userId}::bigint))`.execute(ctx.db);
  const since = new Date(ctx.now.getTime() - DAY_MS);
  const { rows } = await sql<{ files: number; bytes: bigint }>`select count(*)::int4 as files, coalesce(sum(size_bytes), 0)::int8 as bytes
    from upload_file where user_id = ${ctx.viewer.userId} and created_at > ${since}`.execute(ctx.db);
  const { files: filesToday = 0, bytes = 0n } = rows[0] ?? {};
  const newBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const tenantId = singleId(ctx.viewer.sees.tenant);
  const [filesMax, megabytesMax] = [await settingOf(ctx, filesPerDay, tenantId), await settingOf(ctx, megabytesPerDay, tenantId)];
  if (filesToday + files.length > filesMax || Number(bytes) + newBytes > megabytesMax * MEGABYTE) throwRefusal(uploadRefusals, 'upload.quota');
};

/** Deletes files from their store and then from the database; in the other order, a failure would leave files that nobody can find. */
export const deleteFiles = async ({ database, stores }: Pick<FileDeps, 'database' | 'stores'>, paths: readonly string[]): Promise<void> => {
  for (const path of paths) await Promise.all(stores.all.map((store) => store.remove(path)));
  await sql`delete from upload_file where path = any(${[...paths]})`.execute(database.system);
};
