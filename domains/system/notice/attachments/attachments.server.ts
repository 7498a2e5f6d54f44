import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { attachedPaths } from './attachments.rules.ts';
import { noticeRefusals } from '../notice.labels.ts';
import { ATTACHMENTS_MAX, notice } from '../notice.ts';
import type { Attachment } from '../notice.ts';
import { noticesAddressedTo } from '../bell/addressed-notices.server.ts';

/** The upload folder of attachments. */
export const ATTACHMENTS_FOLDER = notice.name;

/**
 * Checks the attachments of a notice, and takes their names and sizes from the server's own records. Files of other users are accepted only if the
 * notice already had them.
 */
export const checkAttachments = async (
  ctx: Context,
  value: unknown,
  storedFiles: readonly Attachment[] | null,
): Promise<readonly Attachment[] | null> => {
  const paths = attachedPaths(value);
  if (!paths) return throwRefusal(noticeRefusals, 'notice.file');
  if (paths.length > ATTACHMENTS_MAX) return throwRefusal(noticeRefusals, 'notice.files', { max: ATTACHMENTS_MAX });
  const storedPaths = (storedFiles ?? []).map(({ path }) => path);
  const { rows } = await sql<Attachment>`select path, name, size_bytes::int4 as "sizeBytes" from upload_file
    where path = any(${[...paths]}) and kept_at is not null and starts_with(path, ${`${ATTACHMENTS_FOLDER}/`})
      and (user_id = ${ctx.viewer.userId} or path = any(${storedPaths}))`.execute(ctx.db.withoutPlugins());
  const found = paths.flatMap((path) => rows.find((row) => row.path === path) ?? []);
  if (found.length < paths.length) return throwRefusal(noticeRefusals, 'notice.file');
  return found.length === 0 ? null : found;
};

/** Whether a viewer may read an attachment: its uploader, the managers of a notice with it, and the receivers of such a notice may. */
export const mayReadAttachment = async (ctx: Context, path: string): Promise<boolean> => {
  const db = ctx.db.withoutPlugins();
  const hasFile = sql`a.files @> ${JSON.stringify([{ path }])}::jsonb`;
  const { rows } = await sql`select 1 from upload_file where path = ${path} and user_id = ${ctx.viewer.userId}
    union all select 1 from ${noticesAddressedTo(ctx.viewer, ctx.now)} and ${hasFile}`.execute(db);
  if (rows.length > 0) return true;
  if (!hasPermission(ctx.viewer, 'notice:list')) return false;
  const noticesWithFile = await sql<{ id: string }>`select a.id::text as id from sys_announcement a where not a.is_delete and ${hasFile}`.execute(db);
  for (const { id } of noticesWithFile.rows) if (await ctx.rows(notice).find(id)) return true;
  return false;
};
