import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { exceptionType, securityCode } from '#engines/alarm/codes.ts';
import { reportConditions, settingOf } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import type { Context } from '#kit/server/context/context.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { refuseTooMany } from '../call-limits.server.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals, otpWords } from '../driver-refusals.labels.ts';
import type { KnownVisit } from '../visit/visit-token.server.ts';
import { countriesOf, mobileOf } from './phone-number.rules.ts';
import { otpCountries, otpHourMax } from './phone-settings.ts';
import type { DriverOtpSent } from './phone-session.ts';
import { isSolved } from './puzzle.server.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

/** A code of six digits holds five minutes and for five tries. */
export const OTP_MS = 5 * 60_000;
const OTP_DIGITS = 6;
const OTP_TRIES_MAX = 5;
/** Messages to a number in a minute and in a day, and from an address in an hour. */
const RESEND_MS = 60_000;
const PHONE_DAY_MAX = 5;
const NETWORK_HOUR_MAX = 10;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const PHONE_PURPOSE = 'driver-phone';
const CODE_PURPOSE = 'driver-otp';
type MacKeys = DriverDeps['secrets'];
const textsOf = (macs: readonly Uint8Array[]): readonly string[] => macs.map((mac) => Buffer.from(mac).toString('base64url'));
const phoneMacs = (keys: MacKeys, tenantId: string, phone: string): readonly string[] => textsOf(keys.macs(`${tenantId}.${phone}`, PHONE_PURPOSE));
const codeMacs = (keys: MacKeys, phoneMac: string, code: string): readonly string[] => textsOf(keys.macs(`${phoneMac}.${code}`, CODE_PURPOSE));
const first = (macs: readonly string[]): string => macs[0] ?? '';

/** The limits of a tenant, and how much of them the last hour has used. */
export const otpBudget = async (tx: Tx, { database, clock }: DriverDeps, tenantId: string) => {
  const reader = { db: tx, now: clock(), registry: database };
  const countries = countriesOf(await settingOf(reader, otpCountries, tenantId));
  const max = await settingOf(reader, otpHourMax, tenantId);
  const { rows } = await sql<{ sent: number }>`select count(*)::int4 as sent from driver_otp
    where tenant_id = ${tenantId} and sent_time > ${new Date(clock().getTime() - HOUR_MS)}`.execute(tx);
  return { countries, max, sent: rows[0]?.sent ?? 0 };
};

/** The number in its one form; refused where it is none, or of a country that gets no messages. */
export const provenForm = (typed: string, countries: readonly string[]): string => {
  const verdict = mobileOf(typed, countries);
  return verdict.ok ? verdict.phone : throwRefusal(driverRefusals, verdict.refusal, {}, { status: 409 });
};

export interface OtpRequest {
  readonly visit: KnownVisit;
  readonly phone: string;
  readonly puzzle: string;
  readonly nonce: number;
  readonly ip: string;
  /** Speaks the language of the phone. */
  readonly ctx: Pick<Context, 'say'>;
}

/** Writes a code into the outbox, which sends it after the commit. All messages of a tenant wait for one lock, so that its limits hold in parallel. */
export const sendOtp = async (tx: Tx, deps: DriverDeps, request: OtpRequest): Promise<DriverOtpSent> => {
  const { visit, puzzle, nonce, ip, ctx } = request;
  const { tenantId, visitId } = visit;
  const { messenger, secrets } = deps;
  const now = deps.clock();
  if (!messenger.channels.has('sms')) throwRefusal(driverRefusals, 'driver.noSms', {}, { status: 409 });
  if (!isSolved(secrets, { visitId, puzzle, phone: request.phone, nonce, nowMs: now.getTime() })) refusePuzzle();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`driver_otp ${tenantId}`}, 0))`.execute(tx);
  const budget = await otpBudget(tx, deps, tenantId);
  const phone = provenForm(request.phone, budget.countries);
  const macs = phoneMacs(secrets, tenantId, phone);
  const network = clientNetwork(ip);
  await refuseManyMessages(tx, { tenantId, macs, network, now });
  if (budget.sent >= budget.max) refuseTooMany(RESEND_MS / 1_000);
  const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
  const expiresAt = new Date(now.getTime() + OTP_MS);
  const digest = sha256(puzzle).toString('hex');
  const { numAffectedRows } =
    await sql`insert into driver_otp (tenant_id, visit_id, phone_mac, code_mac, puzzle_digest, remote_network, sent_time, expire_time)
    values (${tenantId}, ${visitId}, ${first(macs)}, ${first(codeMacs(secrets, first(macs), code))}, ${digest}, ${network}, ${now}, ${expiresAt})
    on conflict (puzzle_digest) do nothing`.execute(tx);
  if (numAffectedRows !== 1n) refusePuzzle();
  await messenger.write(tx, { channel: 'sms', to: phone, subject: ctx.say(otpWords.subject), body: ctx.say(otpWords.body, { code }), expiresAt });
  if (budget.sent + 1 >= budget.max) await reportSpent(tx, tenantId, { max: budget.max, now });
  return { resendS: RESEND_MS / 1_000, expiresAt: expiresAt.toISOString() };
};

const refusePuzzle = (): never => throwRefusal(driverRefusals, 'driver.puzzleWrong', {}, { status: 409 });

interface MessageRate {
  readonly tenantId: string;
  readonly macs: readonly string[];
  readonly network: string;
  readonly now: Date;
}

const refuseManyMessages = async (tx: Tx, { tenantId, macs, network, now }: MessageRate): Promise<void> => {
  const nowMs = now.getTime();
  const since = (ms: number): Date => new Date(nowMs - ms);
  const { rows } = await sql<{ last: Date | null; inDay: number; fromNetwork: number }>`select
      max(sent_time) as last, count(*)::int4 as in_day,
      (select count(*)::int4 from driver_otp n where n.remote_network = ${network} and n.sent_time > ${since(HOUR_MS)}) as from_network
    from driver_otp where tenant_id = ${tenantId} and phone_mac = any(${macs}) and sent_time > ${since(DAY_MS)}`.execute(tx);
  const [counts] = rows;
  if (!counts) return;
  const waitMs = counts.last === null ? 0 : counts.last.getTime() + RESEND_MS - nowMs;
  if (waitMs > 0) refuseTooMany(Math.ceil(waitMs / 1_000));
  if (counts.inDay >= PHONE_DAY_MAX) refuseTooMany(DAY_MS / 1_000);
  if (counts.fromNetwork >= NETWORK_HOUR_MAX) refuseTooMany(HOUR_MS / 1_000);
};

/** Said at once; the job of every five minutes says when it is over. */
const reportSpent = (tx: Tx, tenantId: string, { max, now }: { readonly max: number; readonly now: Date }): Promise<void> =>
  reportConditions(
    tx,
    [
      {
        subject: { tenantId, agentId: null, stationId: null, subject: OTP_SUBJECT, isPile: false },
        condition: { exceptionType: exceptionType.security, exceptionCode: securityCode.otpBudget, isPresent: true, detail: `${max}/h` },
      },
    ],
    { atMs: now.getTime(), nowMs: now.getTime() },
  );
export const OTP_SUBJECT = 'SMS';

/** The code of a press: the first one that is right uses it up. */
export interface OtpAttempt {
  readonly visit: KnownVisit;
  /** In its one form. */
  readonly phone: string;
  readonly code: string;
  /** What the press is known by. */
  readonly press: string;
}

export type OtpVerdict =
  | { readonly is: 'right'; readonly otpId: string }
  /** This press was right before. */
  | { readonly is: 'repeat'; readonly otpId: string }
  | { readonly is: 'wrong' };

interface OtpColumns {
  readonly otpId: bigint;
  readonly phoneMac: string;
  readonly codeMac: string;
  readonly tries: number;
  readonly verifiedPress: string | null;
}

/** Compares a code and counts the try, also of a wrong one: the caller commits in any case. Only the newest code of the visit for this number counts. */
export const tryOtp = async (tx: Tx, deps: DriverDeps, { visit, phone, code, press }: OtpAttempt): Promise<OtpVerdict> => {
  const now = deps.clock();
  const macs = phoneMacs(deps.secrets, visit.tenantId, phone);
  const { rows } = await sql<OtpColumns>`update driver_otp set tries = tries + 1 where otp_id = (
      select otp_id from driver_otp where visit_id = ${visit.visitId} and phone_mac = any(${macs}) order by otp_id desc limit 1)
    and expire_time > ${now} returning otp_id, phone_mac, code_mac, tries, verified_press`.execute(tx);
  const [row] = rows;
  if (!row || row.tries > OTP_TRIES_MAX) return { is: 'wrong' };
  const known = Buffer.from(row.codeMac);
  const isRight = codeMacs(deps.secrets, row.phoneMac, code.trim()).some((mac) => timingSafeEqual(Buffer.from(mac), known));
  const otpId = String(row.otpId);
  if (!isRight || (row.verifiedPress !== null && row.verifiedPress !== press)) return { is: 'wrong' };
  if (row.verifiedPress !== null) return { is: 'repeat', otpId };
  await sql`update driver_otp set verified_time = ${now}, verified_press = ${press} where otp_id = ${row.otpId}`.execute(tx);
  return { is: 'right', otpId };
};
