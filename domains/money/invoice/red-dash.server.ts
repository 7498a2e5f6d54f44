import { sql } from 'kysely';
import { invoiceState, redDash, redReason, redStage } from '#engines/invoice/codes.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { requireTwoPersons } from '#domains/identity/server.ts';
import { settingOf } from '#domains/system/server.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { invoiceRefusals, invoiceWords } from './invoice.labels.ts';
import { redAloneMax } from './invoice-settings.ts';
import { invoiceTopic } from './invoice-topic.ts';
import type { invoiceApi } from './invoice.ts';
import type { StoredInvoice } from './stored-invoice.rules.ts';
import { lockVisible } from './visible-invoice.server.ts';

/** Asks that an issued invoice is cancelled as a whole. Nothing happens before somebody lets it proceed. */
export const askRedDash = async (ctx: Context, { invoiceId, redReason: reason, redRemark }: InputOf<typeof invoiceApi.redDash>): Promise<string> => {
  const stored = await lockVisible(ctx, invoiceId);
  if (stored.state !== invoiceState.issued || stored.layoutPath === null) return throwRefusal(invoiceRefusals, 'invoice.notIssued');
  if (stored.redDash === redDash.running) return throwRefusal(invoiceRefusals, 'invoice.redRunning');
  if (stored.redDash === redDash.proceeded) return throwRefusal(invoiceRefusals, 'invoice.redDone');
  // An allowance is a part of an invoice, and invoices are cancelled as a whole.
  if (reason === redReason.allowance) return throwRefusal(invoiceRefusals, 'invoice.redWrongReason');
  await sql`update invoice set red_dash_state = ${sql.lit(redDash.running)}, red_stage = ${sql.lit(redStage.asked)}, red_count = red_count + 1,
      red_serial_no = serial_no || 'R' || (red_count + 1), red_reason = ${reason}, red_remark = ${redRemark}, red_asked_by = ${ctx.viewer.username},
      red_asked_by_id = ${ctx.viewer.userId}, red_asked_time = ${ctx.now}, red_decided_by = null, red_dash_fail_reason = null, service_result = null, update_by = ${ctx.viewer.username},
      update_time = now(), version = version + 1 where invoice_id = ${invoiceId}`.execute(ctx.db);
  return ctx.say(invoiceWords.redAsked);
};

export const proceedRedDash = async (ctx: Context, invoiceId: string): Promise<string> => {
  const stored = await lockAsked(ctx, invoiceId);
  const { askedBy, askedById } = await askerOf(ctx, invoiceId);
  if (await isAboveAlone(ctx, stored)) {
    if (askedBy === ctx.viewer.username) throwRefusal(invoiceRefusals, 'invoice.redSamePerson');
    await requireTwoPersons(ctx, askedById);
  }
  await sql`update invoice set red_stage = ${sql.lit(redStage.agreed)}, red_decided_by = ${ctx.viewer.username}, next_step_at = ${ctx.now}, woken_at = ${ctx.now}, try_count = 0,
      wants_mail = recipient_email is not null, mail_asked_by = ${ctx.viewer.username}, update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1
    where invoice_id = ${invoiceId}`.execute(ctx.db);
  ctx.db.wake(invoiceTopic);
  return ctx.say(invoiceWords.redProceeds);
};

export const rejectRedDash = async (ctx: Context, { invoiceId, redDashFailReason }: InputOf<typeof invoiceApi.redReject>): Promise<string> => {
  await lockAsked(ctx, invoiceId);
  await sql`update invoice set red_dash_state = ${sql.lit(redDash.rejected)}, red_stage = ${sql.lit(redStage.none)}, red_decided_by = ${ctx.viewer.username},
      red_dash_fail_reason = ${redDashFailReason}, update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1
    where invoice_id = ${invoiceId}`.execute(ctx.db);
  return ctx.say(invoiceWords.redRejected);
};

const lockAsked = async (ctx: Context, invoiceId: string): Promise<StoredInvoice> => {
  const stored = await lockVisible(ctx, invoiceId);
  const isAsked = stored.redDash === redDash.running && stored.redStage === redStage.asked;
  return isAsked ? stored : throwRefusal(invoiceRefusals, 'invoice.redNotAsked');
};

const askerOf = async (ctx: Context, invoiceId: string): Promise<{ readonly askedBy: string | null; readonly askedById: string }> => {
  const { rows } = await sql<{
    askedBy: string | null;
    askedById: bigint | null;
  }>`select red_asked_by as asked_by, red_asked_by_id as asked_by_id from invoice
    where invoice_id = ${invoiceId}`.execute(ctx.db);
  return { askedBy: rows[0]?.askedBy ?? null, askedById: String(rows[0]?.askedById ?? 0) };
};

const isAboveAlone = async (ctx: Context, { tenantId, currency, totalCents }: StoredInvoice): Promise<boolean> =>
  totalCents > BigInt(await settingOf(ctx, redAloneMax, tenantId)) * 10n ** BigInt(minorDigits(currency) ?? 2);

/** Whether somebody else than the viewer has to let the red-dash proceed. */
export const needsSecond = async (ctx: Context, stored: StoredInvoice): Promise<boolean> =>
  (await askerOf(ctx, stored.invoiceId)).askedBy === ctx.viewer.username && (await isAboveAlone(ctx, stored));
