import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { FileAnswer } from '#kit/resource/endpoint.ts';
import type { FileStores } from './store.server.ts';

interface PictureColumns {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly store: string;
  readonly body: Buffer | null;
}

/** A stored picture for readers without a session, who may keep it for so long; undefined where the path names none. */
export const readPicture = async (
  { database, stores }: { readonly database: Database; readonly stores: FileStores },
  { path, cacheSeconds }: { readonly path: string; readonly cacheSeconds: number },
): Promise<FileAnswer | undefined> => {
  const { rows } = await inSystem(database, (tx) =>
    sql<PictureColumns>`select content_type, size_bytes, store, body from upload_file where path = ${path} and kept_at is not null and width is not null`.execute(
      tx,
    ),
  );
  const [row] = rows;
  const body = row?.body ?? (row && (await stores.all.find(({ name }) => name === row.store)?.read(path)));
  if (!row || !body) return undefined;
  return { name: path.split('/').at(-1) ?? path, contentType: row.contentType, body, sizeBytes: row.sizeBytes, cacheSeconds, inline: true };
};
