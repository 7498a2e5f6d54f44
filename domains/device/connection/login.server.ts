import { sql } from 'kysely';
import type { LoginAttempt } from '#engines/protocol/login-attempt.ts';
import type { LoginResult, LoginVerdict, PileProfile } from '#engines/protocol/device-backend.ts';
import { offsetAt } from '#engines/time/zone.ts';
import { encryptionMode, loginResult, securityProfile } from '#engines/protocol/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { adoptNextSecrets, dropUnanswered } from '../key-rotation/rotate-key.server.ts';
import { isAllowedAddress } from '../unencrypted-exception/addresses.server.ts';
import type { PileScope } from '../pile-directory.server.ts';
import { reportVersions } from '../upgrade-record/report-upgrade.server.ts';
import { reportOffline } from './report-offline.server.ts';
import { updateShownStates } from './shown-state.server.ts';
import { upgradePhase } from './upgrade-phase.ts';

interface LoginRow {
  readonly cpCode: string;
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly cpStat: number;
  readonly cpType: number;
  readonly protocol: number;
  readonly encryptionMode: number;
  readonly securityProfile: number;
  /** The addresses from which it may connect without encryption; null: none. */
  readonly unencryptedFrom: string | null;
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
  /** The tenant, agent and station of the pile; absent for a code that belongs to no pile. */
  readonly scope?: PileScope;
  /** The proof of this login was used before. */
  readonly isReplayed?: boolean;
  /** Why the login is less secure than required. Only operators see this; the pile is answered that it is unknown. */
  readonly downgrade?: string;
}

/**
 * Decides logins whose secrets were right and makes each the only session of its pile: the epoch increases, and messages of an older session are void
 * from then on. All logins of a batch share one transaction, because all piles of a network that was cut off return at once.
 */
export const loginPiles = (database: Database, attempts: readonly LoginAttempt[], node: string): Promise<readonly LoginOutcome[]> =>
  inSystem(database, async (tx) => {
    const rowsByCode = await readPiles(tx, [...new Set(attempts.map(({ cpCode }) => cpCode))]);
    const replayed = await storeProofs(
      tx,
      attempts.filter(({ cpCode }) => rowsByCode.has(cpCode)),
    );
    const decisions: LoginDecision[] = attempts.map((attempt) => {
      const row = rowsByCode.get(attempt.cpCode);
      return { attempt, row, refusal: replayed.has(attempt) ? loginResult.tooFrequent : refusalOf(attempt, row), isReplayed: replayed.has(attempt) };
    });
    const epochs = new Map<LoginDecision, number>();
    for (const round of roundsOf(decisions.filter(({ refusal }) => refusal === null))) await beginSessions(tx, round, { node, epochs });
    await settleKeys(tx, [...epochs.keys()]);
    return decisions.map((decision) => outcomeOf(decision, epochs.get(decision)));
  });

/** A login with the new key of a rotation makes it the only one. */
const settleKeys = async (tx: Tx, entered: readonly LoginDecision[]): Promise<void> => {
  const codesOf = (usesNextSecret: boolean) =>
    entered.flatMap(({ attempt }) => (attempt.protocol === 'ocpp16' && (attempt.usesNextSecret ?? false) === usesNextSecret ? [attempt.cpCode] : []));
  const [byNext, byPresent] = [codesOf(true), codesOf(false)];
  if (byNext.length > 0) await adoptNextSecrets(tx, byNext, { onlyAccepted: false });
  if (byPresent.length > 0) await dropUnanswered(tx, byPresent, new Date(Math.max(...entered.map(({ attempt }) => attempt.atMs))));
};

interface LoginDecision {
  readonly attempt: LoginAttempt;
  readonly row: LoginRow | undefined;
  readonly refusal: Exclude<LoginResult, typeof loginResult.success> | null;
  readonly isReplayed: boolean;
}

/**
 * Stores the proof of each login and returns the logins whose proof was stored before. Proofs past their validity are deleted; the check of the
 * login's time refuses those.
 */
const storeProofs = async (tx: Tx, attempts: readonly LoginAttempt[]): Promise<ReadonlySet<LoginAttempt>> => {
  const attemptsWithProof = attempts.flatMap((attempt) => (attempt.proof ? [{ attempt, proof: attempt.proof }] : []));
  if (attemptsWithProof.length === 0) return new Set();
  const codes = attemptsWithProof.map(({ attempt }) => attempt.cpCode);
  const nowMs = Math.max(...attemptsWithProof.map(({ attempt }) => attempt.atMs));
  await sql`delete from pile_login_proof where cp_code = any(${codes}::text[]) and good_until < ${new Date(nowMs - PROOF_GRACE_MS)}`.execute(tx);
  const { rows } = await sql<{ cpCode: string; proof: string }>`insert into pile_login_proof (cp_code, proof, good_until)
    select * from unnest(${codes}::text[], ${attemptsWithProof.map(({ proof }) => proof.hex)}::text[], ${attemptsWithProof.map(({ proof }) => new Date(proof.goodUntilMs))}::timestamptz[]) order by 1, 2
    on conflict do nothing returning cp_code, proof`.execute(tx);
  const isNew = new Set(rows.map(({ cpCode, proof }) => `${cpCode} ${proof}`));
  // Of two logins with the same proof in one batch the first counts as new.
  return new Set(attemptsWithProof.filter(({ attempt, proof }) => !isNew.delete(`${attempt.cpCode} ${proof.hex}`)).map(({ attempt }) => attempt));
};

/** A proof is kept this much longer than it is valid, because the clocks of two gateways may differ. */
const PROOF_GRACE_MS = 600_000;

/** The checks in their order: unknown pile, weaker security than required, disabled, pile type, gun count. */
const refusalOf = (attempt: LoginAttempt, row: LoginRow | undefined): LoginDecision['refusal'] => {
  if (!row || downgradeOf(attempt, row) !== undefined) return loginResult.unknownDevice;
  if (row.cpStat !== entityState.enabled) return loginResult.disabled;
  if (attempt.cpType !== undefined && attempt.cpType !== row.cpType) return loginResult.pileTypeMismatch;
  return attempt.gunCount !== undefined && attempt.gunCount !== row.gunCount ? loginResult.gunCountMismatch : null;
};

const protocols = valuesOf(pileProtocol) satisfies Readonly<Record<LoginAttempt['protocol'], number>>;

/**
 * Why a login is less secure than its pile requires; undefined if it is secure enough. The secret of the native protocol is not accepted over OCPP,
 * where it would be a password sent in the clear.
 */
const downgradeOf = (attempt: LoginAttempt, row: LoginRow): string | undefined => {
  if (protocols[attempt.protocol] !== row.protocol) return `the login is in protocol ${attempt.protocol}`;
  if (row.securityProfile >= securityProfile.tls && !attempt.overTls) return 'the login is not over TLS, which the pile requires';
  // OCPP piles have no encryption mode.
  const encrypted = attempt.overTls || row.protocol !== protocols.native || row.encryptionMode === encryptionMode.aes;
  return encrypted || isAllowedAddress(row.unencryptedFrom, attempt.remoteAddress)
    ? undefined
    : 'in the clear from an address that no exception names';
};

/** Splits logins into rounds in which each pile occurs once, so that two logins of one pile are processed one after the other. */
const roundsOf = (decisions: readonly LoginDecision[]): readonly (readonly LoginDecision[])[] => {
  const rounds: Map<string, LoginDecision>[] = [];
  for (const decision of decisions) {
    const { cpCode } = decision.attempt;
    const roundWithoutPile = rounds.find((round) => !round.has(cpCode));
    if (roundWithoutPile) roundWithoutPile.set(cpCode, decision);
    else rounds.push(new Map([[cpCode, decision]]));
  }
  return rounds.map((round) => [...round.values()]);
};

const beginSessions = async (
  tx: Tx,
  round: readonly LoginDecision[],
  target: { readonly node: string; readonly epochs: Map<LoginDecision, number> },
): Promise<void> => {
  const column = <V>(pick: (attempt: LoginAttempt) => V): readonly V[] => round.map(({ attempt }) => pick(attempt));
  const { rows } = await sql<{
    cpCode: string;
    epoch: bigint;
  }>`with told as (select * from unnest(${column(({ cpCode }) => cpCode)}::text[], ${column(({ atMs }) => new Date(atMs))}::timestamptz[], ${column(({ mainHw }) => mainHw ?? null)}::text[], ${column(({ mainSw }) => mainSw ?? null)}::text[], ${column(({ overTls }) => overTls)}::boolean[], ${column(({ nativeVersion }) => nativeVersion ?? null)}::int2[]) as t (code, at, hw, sw, over_tls, native_version)),
      entering as (select s.cp_code, told.* from pile_state s join told on told.code = s.cp_code order by s.cp_code for update of s)
    update pile_state s set epoch = s.epoch + 1, node = ${target.node}, online = true, online_since = e.at, offline_since = null, last_seen = e.at, main_hw = coalesce(nullif(e.hw, ''), s.main_hw), main_sw = coalesce(nullif(e.sw, ''), s.main_sw), over_tls = e.over_tls, native_version = e.native_version
    from entering e where s.cp_code = e.cp_code returning s.cp_code, s.epoch`.execute(tx);
  const epochs = new Map(rows.map(({ cpCode, epoch }) => [cpCode, Number(epoch)]));
  for (const decision of round) target.epochs.set(decision, epochs.get(decision.attempt.cpCode) ?? 0);
  const at = new Date(Math.max(...column(({ atMs }) => atMs)));
  // A success is shown until the next login; the login that proves a success shows it anew.
  await sql`update pile_state set upgrade_phase = null where cp_code = any(${column(({ cpCode }) => cpCode)}::text[]) and upgrade_phase = ${upgradePhase.succeeded}`.execute(
    tx,
  );
  const shown = round.map(({ attempt, row }) => ({ cpCode: attempt.cpCode, online: true, faultType: row?.cpFaultType ?? null }));
  await updateShownStates(tx, shown, at.getTime());
  await reportOffline(tx, [...epochs.keys()], at.getTime());
  await reportVersions(
    tx,
    column(({ cpCode, mainSw }) => ({ cpCode, version: mainSw ?? null })),
    at,
  );
};

const outcomeOf = ({ attempt, row, refusal, isReplayed }: LoginDecision, epoch: number | undefined): LoginOutcome => {
  if (!row) return { verdict: { result: loginResult.unknownDevice } };
  const scope = { cpCode: row.cpCode, tenantId: String(row.tenantId), agentId: String(row.agentId), stationId: String(row.stationId) };
  const downgrade = downgradeOf(attempt, row);
  if (refusal !== null) return { verdict: { result: refusal }, scope, isReplayed, ...(downgrade !== undefined && { downgrade }) };
  return { verdict: { result: loginResult.success, epoch: epoch ?? 0, profile: profileOf(row, attempt.atMs) }, scope };
};

const readPiles = async (tx: Tx, cpCodes: readonly string[]): Promise<ReadonlyMap<string, LoginRow>> => {
  const { rows } =
    await sql<LoginRow>`select p.cp_code, p.tenant_id, p.agent_id, p.station_id, p.cp_stat, p.cp_type, p.protocol, p.encryption_mode, p.security_profile, e.addresses as unencrypted_from, p.gun_count, p.cp_fault_type, s.timezone, r.rate_rule_no, f.pile_interval, f.gun_interval, f.charging_interval,
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
