import { sql } from 'kysely';
import { rm } from 'node:fs/promises';
import type { FileAnswer } from '#kit/resource/endpoint.ts';
import { NAMES_MAX } from '#kit/resource/shared-endpoints/file-names.ts';
import type { FileName } from '#kit/resource/shared-endpoints/file-names.ts';
import { throwRefusal, Refusal } from '#kit/resource/refusal.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import type { Context } from '#kit/server/context/context.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route, SpooledFile } from '#kit/server/context/route.ts';
import { loadFile } from '#kit/server/files/stored-file.ts';
import { ATTACHMENTS_FOLDER, mayReadAttachment } from '../notice/attachments/attachments.server.ts';
import { BINARY_KIND, inspect } from './inspect.server.ts';
import type { InspectedFile } from './inspect.server.ts';
import { storeFiles } from './store-files.server.ts';
import type { FileDeps } from './store-files.server.ts';
import { uploadRefusals } from './upload.labels.ts';
import { uploadApi } from './upload.ts';

/** A path always refers to the same file, so it can be cached. */
const FILE_CACHE_SECONDS = 86_400;

export const uploadRoutes = (deps: FileDeps & { readonly onError: (error: unknown) => void }): readonly Route[] =>
  implement(uploadApi, {
    upload: async (ctx, { biz, kind }, { spooled }) => {
      if (spooled.length === 0) throwRefusal(kitRefusals, 'noFile');
      const folder = biz && ctx.registry.feature(biz) ? biz : 'temp';
      if (kind === BINARY_KIND) requireAdd(ctx, folder);
      return withInspected(spooled, kind, async (files) => {
        const paths = await storeFiles(ctx, deps, { files, folder }).catch((error: unknown) => {
          if (error instanceof Refusal) throw error;
          deps.onError(error);
          return throwRefusal(uploadRefusals, 'upload.store', {}, { status: 503 });
        });
        return paths.join(',');
      });
    },
    static: async (ctx, { '*': path }) => (await readStoredFile(ctx, deps, path)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 }),
    names: async (ctx, { paths }) => namesOf(ctx, [...new Set(paths.split(',').filter(Boolean))]),
    made: async (ctx, { name }) => (await loadFile(ctx, name)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 }),
  });

/** A binary is not inspected, so only those who may use it may store it. */
const requireAdd = ({ viewer }: Context, noun: string): void => {
  const permission = `${noun}:add`;
  if (!hasPermission(viewer, permission)) throwRefusal(kitRefusals, 'forbidden', { permission }, { status: 403, detail: { permission } });
};

/** The re-encoded file is stored beside the uploaded one and is deleted with it. */
const withInspected = async <T>(
  spooled: readonly SpooledFile[],
  kind: string | null | undefined,
  work: (files: readonly InspectedFile[]) => Promise<T>,
): Promise<T> => {
  const files: InspectedFile[] = [];
  try {
    for (const file of spooled) files.push(await inspect(file, kind));
    return await work(files);
  } finally {
    await Promise.all(spooled.map(({ path }) => rm(`${path}.drawn`, { force: true })));
  }
};

interface StoredFileRow {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly store: string;
  readonly body: Buffer | null;
}

const namesOf = async (ctx: Context, paths: readonly string[]): Promise<readonly FileName[]> => {
  if (paths.length > NAMES_MAX) throwRefusal(kitRefusals, 'tooManyIds', { max: NAMES_MAX });
  const visiblePaths: string[] = [];
  for (const path of paths) if (await maySee(ctx, path)) visiblePaths.push(path);
  const { rows } = await sql<FileName>`select path, name from upload_file where path = any(${visiblePaths}) and kept_at is not null`.execute(ctx.db);
  return rows.filter(({ name }) => name !== '');
};

/** Other files are visible to the whole tenant; attachments of notices may be restricted to their receivers. */
const maySee = async (ctx: Context, path: string): Promise<boolean> => !path.startsWith(`${ATTACHMENTS_FOLDER}/`) || mayReadAttachment(ctx, path);

/** The row is read within the viewer's scope; the content is streamed after the transaction has ended. */
const readStoredFile = async (ctx: Context, { database, clock, stores }: FileDeps, path: string): Promise<FileAnswer | undefined> => {
  const row = await withContext({ database, clock, registry: ctx.registry }, ctx.viewer, async (innerCtx) => {
    if (!(await maySee(innerCtx, path))) return undefined;
    const { rows } = await sql<StoredFileRow>`select name, content_type, size_bytes, width, store, body from upload_file
      where path = ${path} and kept_at is not null`.execute(innerCtx.db);
    return rows[0];
  });
  const body = row?.body ?? (row && (await stores.all.find(({ name }) => name === row.store)?.read(path)));
  if (!row || !body) return undefined;
  const name = row.name || (path.split('/').at(-1) ?? path);
  const isPicture = row.width !== null;
  const answer = { name, contentType: row.contentType, body, sizeBytes: row.sizeBytes, cacheSeconds: FILE_CACHE_SECONDS };
  return isPicture ? { ...answer, inline: true } : answer;
};
