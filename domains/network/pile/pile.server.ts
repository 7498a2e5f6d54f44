import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { pileState } from '#engines/pile/codes.ts';
import type { Draft, Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { countBusyGuns } from '../gun/busy-guns.server.ts';
import { pileProfile } from '../pile-profile/pile-profile.ts';
import { station } from '../station/station.ts';
import { pileLabels, pileRefusals } from './pile.labels.ts';
import { changeSecurityProfile, changeState, checkOfflinePower, checkSecret, stateAfter } from './pile.rules.ts';
import type { PileCommandSender } from './pile-command-sender.server.ts';
import type { PilePowerCheck } from './pile-power-check.server.ts';
import { pile, pileApi } from './pile.ts';
import { sealPileSecret } from './secret.server.ts';

const standardHandlers = crudHandlers(pile);
/** The parameter with which a pile takes itself out of service. */
const PILE_DISABLED = 18;

interface PileParts {
  /** Encrypt the secrets with which piles sign in. */
  readonly secrets: Secrets;
  /** Sends piles their changed settings. */
  readonly piles: PileCommandSender;
  readonly checkPower: PilePowerCheck;
}

export const pileRoutes = ({ secrets, piles, checkPower }: PileParts) =>
  implement(pileApi, {
    ...standardHandlers,
    ...addHandlers(pile, (ctx, draft) => addPile(ctx, secrets, draft)),
    edit: async (ctx, input, extras) => {
      const stored = await ctx.rows(pile).get(input.cpCode ?? '');
      const { cpStat, cpName } = stored;
      if (cpStat === entityState.disused) throwRefusal(pileRefusals, 'pile.disused', { name: cpName });
      if (typeof input.cpPower === 'bigint') await checkLimit(ctx, input.cpCode ?? '', input.cpPower);
      if (typeof input.securityProfile === 'number') checkSecurityProfile(stored, input.securityProfile);
      const { encryptionSecret, ...rest } = input;
      const after = await standardHandlers.edit(ctx, { ...rest, ...sealedSecret(secrets, stored.cpCode, encryptionSecret) }, extras);
      // An empty secret in a form means that the secret is unchanged.
      if (typeof encryptionSecret === 'string')
        await piles.endSession(ctx.db, { cpCode: stored.cpCode, requestedBy: ctx.viewer.username, reason: 'newSecret' });
      if (stored.powerControlId !== null && after.cpPower !== stored.cpPower) await checkPower(ctx.db, stored.powerControlId);
      return after;
    },
    ...deleteHandlers(pile, async (ctx, row) => {
      const count = await countBusyGuns(ctx, { cpCode: row.cpCode });
      if (count > 0) throwRefusal(pileRefusals, 'pile.charging', { name: row.cpName, count });
      await piles.endSession(ctx.db, { cpCode: row.cpCode, requestedBy: ctx.viewer.username, reason: 'deleted' });
      await sql`update gun set is_delete = true where cp_code = ${row.cpCode}`.execute(ctx.db);
      await sql`update pile set cp_stat = ${sql.lit(entityState.disused)}, cp_work_stat = ${sql.lit(pileState.disabled)} where cp_code = ${row.cpCode}`.execute(
        ctx.db,
      );
    }),
    ...stateHandlers(pile, async (ctx, row, wantedState: -1 | 0 | 1) => {
      const busyGuns = await countBusyGuns(ctx, { cpCode: row.cpCode });
      const stationState = await stationStateOf(ctx, row.stationId);
      const isPlaceDisused = [stationState.stationStat, stationState.agentStat, stationState.tenantStat].includes(entityState.disused);
      const facts = { name: row.cpName, state: row.cpStat, rates: await ratesOf(ctx, row), busyGuns, isPlaceDisused };
      const verdict = changeState(facts, wantedState);
      if (!verdict.ok) return throwRefusal(pileRefusals, verdict.refusal, verdict.args);
      const reported = { online: await isOnline(ctx, row.cpCode), faultType: row.cpFaultType };
      const nowMs = ctx.now.getTime();
      const cpWorkStat = stateAfter(verdict.next, reported, nowMs);
      // The pile takes itself in or out of service, so that it does not start a charge that the platform would refuse.
      const values = { [PILE_DISABLED]: verdict.next === entityState.enabled ? '0' : '1' };
      if (verdict.next !== row.cpStat)
        await piles.setParameters(ctx.db, { cpCode: row.cpCode, values, requestedBy: ctx.viewer.username, reason: 'switch', nowMs });
      return ctx.rows(pile).change(row.cpCode, { cpStat: verdict.next, cpWorkStat });
    }),
    renewSecret: async (ctx, { cpCode }) => {
      await ctx.rows(pile).get(cpCode);
      const encryptionSecret = newSecret();
      await piles.endSession(ctx.db, { cpCode, requestedBy: ctx.viewer.username, reason: 'newSecret' });
      await ctx.rows(pile).change(cpCode, { encryptionSecret: sealPileSecret(secrets, cpCode, encryptionSecret) });
      return { encryptionSecret };
    },
  });

const sealedSecret = (secrets: Secrets, cpCode: string, secret: unknown): { readonly encryptionSecret?: string } =>
  typeof secret === 'string' ? { encryptionSecret: sealPileSecret(secrets, cpCode, secretOrRefuse(secret)) } : {};

/** A pile with its guns and its empty live rows. Tenant and agent are those of the station. */
const addPile = async (ctx: Context, secrets: Secrets, draft: Draft<typeof pile.fields>) => {
  const stationRow = (await ctx.rows(station).find(draft.stationId)) ?? noStation(ctx);
  const { tenantId, agentId } = stationRow;
  const { agentStat, tenantStat } = await stationStateOf(ctx, draft.stationId);
  if (agentStat !== entityState.enabled) throwRefusal(kitRefusals, 'outOfUse', { label: ctx.say(pileLabels.fields.agentId) });
  if (tenantStat !== entityState.enabled) throwRefusal(kitRefusals, 'outOfUse', { label: ctx.say(pileLabels.fields.tenantId) });
  const encryptionSecret = sealPileSecret(secrets, draft.cpCode, draft.encryptionSecret ? secretOrRefuse(draft.encryptionSecret) : newSecret());
  const epoch = await freeCode(ctx, draft.cpCode);
  const row = await ctx.rows(pile).insert({ ...draft, tenantId, agentId, encryptionSecret });
  await sql`insert into pile_state (cp_code, tenant_id, agent_id, station_id, epoch) values (${row.cpCode}, ${tenantId}, ${agentId}, ${row.stationId}, ${epoch})`.execute(
    ctx.db,
  );
  await sql`insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number, create_by)
    select ${tenantId}, ${agentId}, ${row.stationId}, ${row.cpCode}, number, ${ctx.viewer.username} from generate_series(1, ${row.gunCount}::int) as number`.execute(
    ctx.db,
  );
  await sql`insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number)
    select tenant_id, agent_id, station_id, cp_code, gun_number from gun where cp_code = ${row.cpCode}`.execute(ctx.db);
  // Read again, because the row now includes its guns.
  return ctx.rows(pile).get(row.cpCode);
};

/** Frees a code that a deleted pile still uses, and returns the first epoch of the new pile, which continues the old count. */
const freeCode = async (ctx: Context, cpCode: string): Promise<bigint> => {
  const { rows } = await sql<{ epoch: bigint | null }>`select free_pile_code(${cpCode}) as epoch`.execute(ctx.db);
  const epoch = rows[0]?.epoch ?? null;
  return epoch === null ? 0n : epoch + 1n;
};

const noStation = (ctx: Context): never => {
  const label = ctx.say(pileLabels.fields.stationId);
  return throwRefusal(kitRefusals, 'outOfScope', { label }, { detail: { fields: { stationId: ctx.say(kitRefusals.outOfScope, { label }) } } });
};

/** Refuses a rating below the power that the profile lets the pile draw offline. */
const checkLimit = async (ctx: Context, cpCode: string, ratedPower: bigint): Promise<void> => {
  const { offlineMaxPower } = await ctx.rows(pileProfile).get(cpCode);
  const verdict = checkOfflinePower(offlineMaxPower ?? 0n, ratedPower);
  if (!verdict.ok) throwRefusal(pileRefusals, verdict.refusal, verdict.args);
};

const checkSecurityProfile = ({ cpName, securityProfile, overTls }: Row<typeof pile.fields>, wanted: number): void => {
  const verdict = changeSecurityProfile({ name: cpName, present: securityProfile, lastOverTls: overTls === 1 }, wanted);
  if (!verdict.ok) throwRefusal(pileRefusals, verdict.refusal, verdict.args);
};

const newSecret = (): string => randomBytes(16).toString('hex');
const secretOrRefuse = (secret: string): string => {
  const verdict = checkSecret(secret);
  return verdict.ok ? verdict.next : throwRefusal(pileRefusals, verdict.refusal);
};

/** The states of a station, its agent and its tenant. */
const stationStateOf = async (ctx: Context, stationId: string) => {
  const { rows } = await sql<{ stationStat: number; agentStat: number; tenantStat: number }>`select s.station_stat, a.agent_stat, t.tenant_stat
    from station s join agent a using (tenant_id, agent_id) join tenant t using (tenant_id) where s.station_id = ${stationId}`.execute(ctx.db);
  return rows[0] ?? { stationStat: entityState.disused, agentStat: entityState.disused, tenantStat: entityState.disused };
};

const ratesOf = async (ctx: Context, { rateRuleId, timezone }: Row<typeof pile.fields>): Promise<'none' | 'notToday' | 'today'> => {
  if (rateRuleId === null) return 'none';
  const { rows } = await sql<{ today: boolean }>`select rate_rule_applies(${rateRuleId}, ${ctx.now}, ${timezone}) as today`.execute(ctx.db);
  return rows[0]?.today ? 'today' : 'notToday';
};
const isOnline = async (ctx: Context, cpCode: string): Promise<boolean> => {
  const { rows } = await sql<{ online: boolean }>`select online from pile_state where cp_code = ${cpCode}`.execute(ctx.db);
  return rows[0]?.online ?? false;
};
