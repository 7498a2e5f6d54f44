import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { encodeRow } from '#kit/server/values/encode-row.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { hasPermission, singleId } from '#kit/server/context/viewer.ts';
import { NOTICE_TOPIC } from './bell/bell.server.ts';
import type { Bell } from './bell/bell.server.ts';
import { checkAttachments } from './attachments/attachments.server.ts';
import { cleanHtml, plainLine } from '#kit/server/values/clean-html.ts';
import { notice, noticeApi } from './notice.ts';
import type { NoticeText } from './notice.ts';
import { noticeRefusals } from './notice.labels.ts';
import { checkDraft, mayEdit, release, revoke } from './notice.rules.ts';
import { bellColumns, itemOf, noticesAddressedTo } from './bell/addressed-notices.server.ts';
import type { BellRow } from './bell/addressed-notices.server.ts';
import { writeReceivers, findReceivers } from './receivers.server.ts';
import { sendStatus } from './notice.codes.ts';

type NoticeRow = Row<typeof notice.fields>;
const standardHandlers = crudHandlers(notice);

export const noticeRoutes = (bell: Bell): readonly Route[] =>
  implement(noticeApi, {
    list: standardHandlers.list,
    exportXls: standardHandlers.exportXls,
    add: async (ctx, draft) =>
      ctx.rows(notice).insert({
        ...draft,
        ...cleanTexts(await checkNotice(ctx, draft)),
        files: await checkAttachments(ctx, draft.files, null),
        tenantId: singleId(ctx.viewer.sees.tenant) ?? null,
        sendStatus: sendStatus.items.draft.value,
        sender: '',
      }),
    edit: async (ctx, input, extras) => {
      const before = await ctx.rows(notice).get(String(input['id']));
      const verdict = mayEdit(before.sendStatus);
      if (!verdict.ok) throwRefusal(noticeRefusals, verdict.refusal);
      await checkNotice(ctx, mergeDraft(before, input));
      const files = input.files === undefined ? {} : { files: await checkAttachments(ctx, input.files, before.files) };
      return standardHandlers.edit(ctx, { ...input, ...cleanTexts(input), ...files }, extras);
    },
    ...deleteHandlers(notice, async (ctx, row) => {
      if (row.sendStatus === sendStatus.items.released.value) await requestPush(ctx, row.id);
      ctx.db.wake(NOTICE_TOPIC);
    }),
    queryById: async (ctx, { id }) => (await managedNotice(ctx, id)) ?? (await receivedNotice(ctx, id)),
    doReleaseData: async (ctx, { id }) => {
      const row = await lockNotice(ctx, id);
      if (release(row.sendStatus) === 'release') {
        await writeReceivers(ctx, id, row.msgType === 'USER' ? await findReceivers(ctx, row.userIds) : []);
        await ctx
          .rows(notice)
          .change(id, { sendStatus: sendStatus.items.released.value, sendTime: ctx.now, cancelTime: null, sender: ctx.viewer.username });
        await requestPush(ctx, id);
        ctx.db.wake(NOTICE_TOPIC);
      }
      return ctx.say(kitWords.changed);
    },
    doReovkeData: async (ctx, { id }) => {
      const verdict = revoke((await lockNotice(ctx, id)).sendStatus);
      if (!verdict.ok) throwRefusal(noticeRefusals, verdict.refusal);
      else if (verdict.next === 'revoke') {
        await ctx.rows(notice).change(id, { sendStatus: sendStatus.items.revoked.value, cancelTime: ctx.now });
        await requestPush(ctx, id);
        ctx.db.wake(NOTICE_TOPIC);
      }
      return ctx.say(kitWords.changed);
    },
    syncNotic: async (ctx, { anntId }) => {
      if (anntId) {
        await lockNotice(ctx, anntId);
        await requestPush(ctx, anntId);
      }
      ctx.db.wake(NOTICE_TOPIC);
      return ctx.say(kitWords.changed);
    },
    listByUser: async (ctx, { pageSize }) => ({ ...(await bell.of(ctx.viewer, pageSize)), pollSec: await bell.everySec(ctx.registry) }),
  });

interface CheckedNotice {
  readonly titile: string;
  readonly msgContent: string;
  readonly msgType: string;
  readonly userIds?: string | null;
  readonly startTime?: Date | null;
  readonly endTime?: Date | null;
  readonly openPage?: string | null;
}

/** Inputs that an edit omits stay unchanged. */
const mergeDraft = (before: CheckedNotice, changes: { readonly [K in keyof CheckedNotice]?: CheckedNotice[K] | null | undefined }): CheckedNotice => {
  const valueOr = <V>(value: V | undefined, stored: V): V => (value === undefined ? stored : value);
  return {
    titile: changes.titile ?? before.titile,
    msgContent: changes.msgContent ?? before.msgContent,
    msgType: changes.msgType ?? before.msgType,
    userIds: valueOr(changes.userIds, before.userIds ?? null),
    startTime: valueOr(changes.startTime, before.startTime ?? null),
    endTime: valueOr(changes.endTime, before.endTime ?? null),
    openPage: valueOr(changes.openPage, before.openPage ?? null),
  };
};

/** Refuses an invalid notice. Its receivers must be within the scope, even while the notice is addressed to everyone. */
const checkNotice = async <D extends CheckedNotice>(ctx: Context, draft: D): Promise<D> => {
  const verdict = checkDraft(draft);
  if (!verdict.ok) throwRefusal(noticeRefusals, verdict.refusal);
  await findReceivers(ctx, draft.userIds);
  if (plainLine(draft.titile) === '' || cleanHtml(draft.msgContent) === '') throwRefusal(noticeRefusals, 'notice.empty');
  return draft;
};

/** The given texts, sanitised. */
const cleanTexts = (texts: { readonly titile?: string | null; readonly msgContent?: string | null; readonly msgAbstract?: string | null }) => ({
  ...(typeof texts.titile === 'string' && { titile: plainLine(texts.titile) }),
  ...(typeof texts.msgContent === 'string' && { msgContent: cleanHtml(texts.msgContent) }),
  ...(typeof texts.msgAbstract === 'string' && { msgAbstract: plainLine(texts.msgAbstract) }),
});

/** The lock makes two simultaneous releases release the notice once. */
const lockNotice = async (ctx: Context, id: string): Promise<NoticeRow> => {
  const row = await ctx.rows(notice).get(id);
  await sql`select 1 from sys_announcement where id = ${id} for update`.execute(ctx.db);
  return { ...row, ...(await ctx.rows(notice).get(id)) };
};

/** Notifies the bells of the receivers in all processes. */
const requestPush = async (ctx: Context, id: string): Promise<void> => {
  await sql`update sys_announcement set push_time = clock_timestamp() where id = ${id}`.execute(ctx.db);
};

/** A notice as one of its receivers reads it, without the other receivers. */
const receivedNotice = async (ctx: Context, id: string): Promise<NoticeText> => {
  const { rows } = await sql<BellRow & Pick<NoticeText, 'msgContent' | 'files'>>`select ${bellColumns}, a.msg_content as "msgContent", a.files
    from ${noticesAddressedTo(ctx.viewer, ctx.now)} and a.id = ${id}`.execute(ctx.db.withoutPlugins());
  const [row] = rows;
  return row ? { ...itemOf(row), msgContent: row.msgContent, files: row.files } : throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

/** The whole row, for users who manage it. */
const managedNotice = async (ctx: Context, id: string): Promise<NoticeText | undefined> => {
  const row = hasPermission(ctx.viewer, 'notice:list') ? await ctx.rows(notice).find(id) : undefined;
  if (!row) return undefined;
  const { createTime, sendTime } = row;
  const item = { ...row, anntId: row.id, createTime: createTime.toISOString(), sendTime: sendTime?.toISOString() ?? null };
  return { ...encodeRow(notice.fields, row, ctx.viewer.language), ...item };
};
