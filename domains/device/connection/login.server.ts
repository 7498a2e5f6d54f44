import { sql } from 'kysely';
import type { LoginAttempt } from '#engines/protocol/device.ts';
import type { LoginResult, LoginVerdict, PileProfile } from '#engines/protocol/device-backend.ts';
import { offsetAt } from '#engines/time/zone.ts';
import { encryptionMode, loginResult } from '#engines/protocol/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { mayComeFrom } from '../plain/addresses.server.ts';
import type { PileHome } from '../pile-directory.server.ts';
import { showPiles } from './shown.server.ts';

interface LoginRow {
  readonly cpCode: string;
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly cpStat: number;
  readonly cpType: number;
  readonly protocol: number;
  readonly encryptionMode: number;
  /** From where it may speak in the clear; null: from nowhere. */
  readonly plainFrom: string | null;
  readonly gunCount: number;
  readonly cpFaultType: number | null;
  readonly timezone: string;
  readonly rateRuleNo: string | null;
  readonly pileInterval: number;
  readonly gunInterval: number;
  readonly chargingInterval: number;
  readonly bmsHandshakeInterval: number;
  readonly bmsParameterInterval: number;
  readonly bmsChargingInterval: number;
  readonly bmsEndInterval: number;
}

export interface LoginOutcome {
  readonly verdict: LoginVerdict;
  /** Whose the pile is; absent for a code that no pile has. */
  readonly home?: PileHome;
  /** Its proof has been seen before. */
  readonly isReplayed?: boolean;
  /** Why it speaks less safely than it should, for the operators; the pile only hears that it is unknown. */
  readonly downgrade?: string;
}

/**
 * Decides logins whose secrets were right and makes each the only session of its pile: the epoch grows, and what an older one says
 * from now on is void. All in one transaction, because a network that comes back does so at once.
 */
export const loginPiles = (database: Database, attempts: readonly LoginAttempt[], node: string): Promise<readonly LoginOutcome[]> =>
  inSystem(database, async (tx) => {
    const known = await readPiles(tx, [...new Set(attempts.map(({ cpCode }) => cpCode))]);
    const replayed = await keepProofs(
      tx,
      attempts.filter(({ cpCode }) => known.has(cpCode)),
    );
    const decided: LoginDecision[] = attempts.map((attempt) => {
      const row = known.get(attempt.cpCode);
      return { attempt, row, refusal: replayed.has(attempt) ? loginResult.tooFrequent : refusalOf(attempt, row), isReplayed: replayed.has(attempt) };
    });
    const epochs = new Map<LoginDecision, number>();
    for (const round of roundsOf(decided.filter(({ refusal }) => refusal === null))) await enter(tx, round, { node, epochs });
    return decided.map((each) => outcomeOf(each, epochs.get(each)));
  });

interface LoginDecision {
  readonly attempt: LoginAttempt;
  readonly row: LoginRow | undefined;
  readonly refusal: Exclude<LoginResult, typeof loginResult.success> | null;
  readonly isReplayed: boolean;
}

/** Keeps what each login proves itself with, and answers the ones whose proof was there before. A proof that its date refuses is forgotten. */
const keepProofs = async (tx: Tx, attempts: readonly LoginAttempt[]): Promise<ReadonlySet<LoginAttempt>> => {
  const proven = attempts.flatMap((attempt) => (attempt.proof ? [{ attempt, proof: attempt.proof }] : []));
  if (proven.length === 0) return new Set();
  const codes = proven.map(({ attempt }) => attempt.cpCode);
  const nowMs = Math.max(...proven.map(({ attempt }) => attempt.atMs));
  await sql`delete from pile_login_proof where cp_code = any(${codes}::text[]) and good_until < ${new Date(nowMs - KEPT_LONGER_MS)}`.execute(tx);
  const { rows } = await sql<{ cpCode: string; proof: string }>`insert into pile_login_proof (cp_code, proof, good_until)
    select * from unnest(${codes}::text[], ${proven.map(({ proof }) => proof.hex)}::text[], ${proven.map(({ proof }) => new Date(proof.goodUntilMs))}::timestamptz[]) order by 1, 2
    on conflict do nothing returning cp_code, proof`.execute(tx);
  const isNew = new Set(rows.map(({ cpCode, proof }) => `${cpCode} ${proof}`));
  // Of two that came together with one proof the first is the new one.
  return new Set(proven.filter(({ attempt, proof }) => !isNew.delete(`${attempt.cpCode} ${proof.hex}`)).map(({ attempt }) => attempt));
};

/** Clocks of two gateways may differ. */
const KEPT_LONGER_MS = 600_000;

/** Order of the checks: unknown, in another way than was agreed, disabled, type, gun count. */
const refusalOf = (attempt: LoginAttempt, row: LoginRow | undefined): LoginDecision['refusal'] => {
  if (!row || downgradeOf(attempt, row) !== undefined) return loginResult.unknownDevice;
  if (row.cpStat !== entityState.enabled) return loginResult.disabled;
  if (attempt.cpType !== undefined && attempt.cpType !== row.cpType) return loginResult.pileTypeMismatch;
  return attempt.gunCount !== undefined && attempt.gunCount !== row.gunCount ? loginResult.gunCountMismatch : null;
};

const protocols = valuesOf(pileProtocol) satisfies Readonly<Record<LoginAttempt['protocol'], number>>;

/** The secret of one protocol is no proof in another: as a password it would travel in the clear. */
const downgradeOf = (attempt: LoginAttempt, row: LoginRow): string | undefined => {
  if (protocols[attempt.protocol] !== row.protocol) return `the login is in protocol ${attempt.protocol}`;
  // TLS of OCPP ends before the gateway, where nobody asks for the mode.
  const encrypted = row.protocol !== protocols.native || row.encryptionMode === encryptionMode.aes;
  return encrypted || mayComeFrom(row.plainFrom, attempt.remoteAddress) ? undefined : 'in the clear from an address that no exception names';
};

/** A pile that is there twice comes in twice, one after the other. */
const roundsOf = (decided: readonly LoginDecision[]): readonly (readonly LoginDecision[])[] => {
  const rounds: Map<string, LoginDecision>[] = [];
  for (const each of decided) {
    const { cpCode } = each.attempt;
    const free = rounds.find((round) => !round.has(cpCode));
    if (free) free.set(cpCode, each);
    else rounds.push(new Map([[cpCode, each]]));
  }
  return rounds.map((round) => [...round.values()]);
};

const enter = async (
  tx: Tx,
  round: readonly LoginDecision[],
  into: { readonly node: string; readonly epochs: Map<LoginDecision, number> },
): Promise<void> => {
  const column = <V>(pick: (attempt: LoginAttempt) => V): readonly V[] => round.map(({ attempt }) => pick(attempt));
  const { rows } = await sql<{
    cpCode: string;
    epoch: bigint;
  }>`with told as (select * from unnest(${column(({ cpCode }) => cpCode)}::text[], ${column(({ atMs }) => new Date(atMs))}::timestamptz[], ${column(({ mainHw }) => mainHw ?? null)}::text[], ${column(({ mainSw }) => mainSw ?? null)}::text[]) as t (code, at, hw, sw)),
      entering as (select s.cp_code, told.* from pile_state s join told on told.code = s.cp_code order by s.cp_code for update of s)
    update pile_state s set epoch = s.epoch + 1, node = ${into.node}, online = true, online_since = e.at, offline_since = null, last_seen = e.at, main_hw = coalesce(e.hw, s.main_hw), main_sw = coalesce(e.sw, s.main_sw)
    from entering e where s.cp_code = e.cp_code returning s.cp_code, s.epoch`.execute(tx);
  const epochs = new Map(rows.map(({ cpCode, epoch }) => [cpCode, Number(epoch)]));
  for (const each of round) into.epochs.set(each, epochs.get(each.attempt.cpCode) ?? 0);
  const shown = round.map(({ attempt, row }) => ({ cpCode: attempt.cpCode, online: true, faultType: row?.cpFaultType ?? null }));
  await showPiles(tx, shown, Math.max(...column(({ atMs }) => atMs)));
};

const outcomeOf = ({ attempt, row, refusal, isReplayed }: LoginDecision, epoch: number | undefined): LoginOutcome => {
  if (!row) return { verdict: { result: loginResult.unknownDevice } };
  const home = { cpCode: row.cpCode, tenantId: String(row.tenantId), agentId: String(row.agentId), stationId: String(row.stationId) };
  const downgrade = downgradeOf(attempt, row);
  if (refusal !== null) return { verdict: { result: refusal }, home, isReplayed, ...(downgrade !== undefined && { downgrade }) };
  return { verdict: { result: loginResult.success, epoch: epoch ?? 0, profile: profileOf(row, attempt.atMs) }, home };
};

const readPiles = async (tx: Tx, cpCodes: readonly string[]): Promise<ReadonlyMap<string, LoginRow>> => {
  const { rows } =
    await sql<LoginRow>`select p.cp_code, p.tenant_id, p.agent_id, p.station_id, p.cp_stat, p.cp_type, p.protocol, p.encryption_mode, e.addresses as plain_from, p.gun_count, p.cp_fault_type, s.timezone, r.rate_rule_no, f.pile_interval, f.gun_interval, f.charging_interval,
      f.bms_handshake_interval, f.bms_parameter_interval, f.bms_charging_interval, f.bms_end_interval
    from pile p join station s using (station_id) join pile_profile f on f.cp_code = p.cp_code left join pile_plain e on e.cp_code = p.cp_code left join rate_rule r on r.rate_rule_id = p.rate_rule_id
    where p.cp_code = any(${cpCodes}::text[]) and not p.is_delete`.execute(tx);
  return new Map(rows.map((row) => [row.cpCode, row]));
};

const profileOf = (row: LoginRow, atMs: number): PileProfile => ({
  tzMinutes: Math.round(offsetAt(atMs, row.timezone) / 60_000),
  rateRuleNo: row.rateRuleNo ?? '',
  intervals: {
    pileS: row.pileInterval,
    gunS: row.gunInterval,
    chargingS: row.chargingInterval,
    bmsHandshakeS: row.bmsHandshakeInterval,
    bmsParameterS: row.bmsParameterInterval,
    bmsChargingS: row.bmsChargingInterval,
    bmsEndS: row.bmsEndInterval,
  },
});
