import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { FileAnswer } from '#kit/resource/endpoint.ts';
import type { Context } from '../context/context.ts';

/** Stores a file for the viewer for one day and returns its download path. Only this viewer may download it. */
export const saveFile = async (ctx: Context, file: FileAnswer): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.body instanceof Uint8Array ? [file.body] : file.body) chunks.push(chunk);
  const name = randomBytes(16).toString('hex');
  await sql`insert into made_file (name, user_id, file_name, content_type, body) values (${name}, ${ctx.viewer.userId}, ${file.name}, ${file.contentType}, ${Buffer.concat(chunks)})`.execute(
    ctx.db.withoutPlugins(),
  );
  return `/sys/common/made/${name}`;
};

/** The file, if it belongs to the viewer and has not expired. */
export const loadFile = async (ctx: Context, name: string): Promise<FileAnswer | undefined> => {
  const { rows } = await sql<{ file_name: string; content_type: string; body: Buffer }>`select file_name, content_type, body from made_file
    where name = ${name} and user_id = ${ctx.viewer.userId} and created_at > now() - interval '1 day'`.execute(ctx.db.withoutPlugins());
  const [row] = rows;
  return row && { name: row.file_name, contentType: row.content_type, body: row.body };
};
