import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { pile } from '#domains/network/resources.ts';
import type { Database } from '#kit/db/index.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { PaymentProviders } from '../provider/provider.server.ts';
import { withProvider } from '../provider/with-provider.server.ts';
import { certEndOf, keyChecksAt } from './key-checks.server.ts';
import { accountOf, openConf, sealedColumns } from './pay-account.server.ts';
import { payConfUse, payType } from './pay-conf.codes.ts';
import { payConfLabels, payConfRefusals, payConfWords } from './pay-conf.labels.ts';
import { checkFacts, payFacts } from './pay-conf.rules.ts';
import type { PayFacts, PayType } from './pay-conf.rules.ts';
import { payConf, payConfApi } from './pay-conf.ts';

export interface PayConfParts {
  readonly database: Database;
  readonly clock: () => Date;
  readonly secrets: Secrets;
  readonly providers: PaymentProviders;
}

const { importExcel: _import, exportTemplate: _template, ...standardHandlers } = crudHandlers(payConf);
const { used, notUsed } = payConfUse.items;

export const payConfRoutes = (parts: PayConfParts): readonly Route[] =>
  implement(payConfApi, {
    ...standardHandlers,
    add: async (ctx, draft) => {
      const facts = checkedFacts(ctx, draft.payType, { ...NO_FACTS, ...givenFacts(draft) });
      const sealId = randomBytes(SEAL_ID_BYTES).toString('hex');
      return ctx.rows(payConf).insert({ ...draft, ...facts, ...sealedColumns(parts.secrets, sealId, facts), sealId, certEndTime: certEndOf(facts) });
    },
    edit: async (ctx, input, extras) => {
      const payConfId = String(input.payConfId);
      await ctx.rows(payConf).lock([payConfId]);
      const stored = await openedOrMissing(ctx, parts, payConfId);
      const { privateKey: _private, apiKey: _api, webhookSecrets: _webhooks, ...rest } = input;
      const facts = checkedFacts(ctx, stored.payType, { ...stored.facts, ...givenFacts(input) });
      const after = await standardHandlers.edit(ctx, rest, extras);
      if (payFacts.every((fact) => facts[fact] === stored.facts[fact])) return after;
      // Other keys have to be proven again before somebody pays with them.
      const columns = sealedColumns(parts.secrets, stored.sealId, facts);
      return ctx.rows(payConf).change(payConfId, { ...columns, certEndTime: certEndOf(facts), provenAt: null, isUsed: notUsed.value });
    },
    ...deleteHandlers(payConf, async (ctx, { payConfId }) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pile_pay_conf where pay_conf_id = ${payConfId}`.execute(ctx.db);
      const n = rows[0]?.n ?? 0;
      if (n > 0) throwRefusal(payConfRefusals, 'payConf.bound', { n });
    }),
    ...stateHandlers(payConf, async (ctx, { payConfId, provenAt }, isUsed) => {
      if (isUsed === used.value && provenAt === null) throwRefusal(payConfRefusals, 'payConf.notProven');
      await ctx.rows(payConf).change(payConfId, { isUsed });
    }),
    // The provider is called outside of a transaction, because its answer may take long.
    prove: async (ctx, { payConfId }) => {
      const deps = { database: parts.database, clock: parts.clock, registry: ctx.registry };
      const { row, account } = await withContext(deps, ctx.viewer, async (innerCtx) => {
        const visible = await innerCtx.rows(payConf).get(payConfId);
        const conf = await openedOrMissing(innerCtx, parts, payConfId);
        return { row: visible, account: accountOf(conf.payType, conf.facts) };
      });
      const outcome = await withProvider(parts.providers, account, (provider, own) => provider.prove(own));
      if (outcome.kind === 'refused') return throwRefusal(payConfRefusals, 'payConf.refused', { message: outcome.message });
      if (outcome.kind === 'unknown') return throwRefusal(payConfRefusals, 'payConf.noAnswer', { code: outcome.code });
      return withContext(deps, ctx.viewer, async (innerCtx) => {
        // Keys that were changed meanwhile are not proven.
        await innerCtx.rows(payConf).change(payConfId, { provenAt: innerCtx.now }, row.version);
        return innerCtx.say(payConfWords.proven);
      });
    },
    setPayConf: async (ctx, { cpCode, payType: type, payConfId }) => {
      await ctx.rows(pile).lock([cpCode]);
      const { cpName, cpStat, tenantId } = await ctx.rows(pile).get(cpCode);
      if (cpStat === entityState.disused) throwRefusal(payConfRefusals, 'payConf.disused', { name: cpName });
      if (payConfId != null) await requireConf(ctx, { payConfId, tenantId, type });
      await sql`delete from pile_pay_conf where cp_code = ${cpCode} and pay_type = ${type}`.execute(ctx.db);
      if (payConfId != null)
        await sql`insert into pile_pay_conf (cp_code, pay_type, tenant_id, pay_conf_id) values (${cpCode}, ${type}, ${tenantId}, ${payConfId})`.execute(
          ctx.db,
        );
      return ctx.say(kitWords.changed);
    },
  });

const SEAL_ID_BYTES = 16;
const NO_FACTS: PayFacts = {
  merchantNo: null,
  appId: null,
  serialNo: null,
  publicKeyId: null,
  publicKey: null,
  privateKey: null,
  apiKey: null,
  webhookSecrets: null,
  appCert: null,
  providerCert: null,
  rootCert: null,
};

/** The facts of an input. A key that is left empty stays as it is, because it is not shown; another fact that is emptied is removed. */
const givenFacts = (input: { readonly [F in keyof PayFacts]?: string | null | undefined }): Partial<PayFacts> => {
  const keys: ReadonlySet<string> = new Set(['privateKey', 'apiKey', 'webhookSecrets']);
  const given = payFacts.flatMap((fact) => {
    const value = input[fact];
    if (value === undefined || (keys.has(fact) && !value)) return [];
    return [[fact, value?.trim() || null] as const];
  });
  return Object.fromEntries(given);
};

const typeName = (ctx: Context, type: PayType): string => {
  const item = itemOf(payType, type);
  return item ? ctx.say(item.words) : '';
};

const checkedFacts = (ctx: Context, type: PayType, facts: PayFacts): PayFacts => {
  const verdict = checkFacts(type, facts, keyChecksAt(ctx.now));
  if (verdict.ok) return verdict.next;
  const field = verdict.fact ? ctx.say(payConfLabels.fields[verdict.fact]) : '';
  return throwRefusal(payConfRefusals, verdict.refusal, { type: typeName(ctx, type), field });
};

/** A viewer may open only what they may see, so the row is read with their scope first. */
const openedOrMissing = async (ctx: Context, { secrets }: PayConfParts, payConfId: string) => {
  await ctx.rows(payConf).get(payConfId);
  return (await openConf(ctx.db, secrets, payConfId)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

/** A configuration of another tenant is answered like one that does not exist. */
const requireConf = async (
  ctx: Context,
  { payConfId, tenantId, type }: { readonly payConfId: string; readonly tenantId: string; readonly type: PayType },
): Promise<void> => {
  const conf = await ctx.rows(payConf).get(payConfId);
  if (conf.tenantId !== tenantId) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  if (conf.payType !== type) throwRefusal(payConfRefusals, 'payConf.otherType', { type: typeName(ctx, type) });
};
