import { sql } from 'kysely';
import { station } from '#domains/network/resources.ts';
import type { Database } from '#kit/db/index.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { crudHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import type { Egress } from '#kit/server/egress/egress.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { isHook, warningAccountType } from '../channel/channel.codes.ts';
import type { AccountType, SwitchState } from '../channel/channel.codes.ts';
import { checkAccountSecret, checkAddress, checkQuietHours, isRobotPath, shownAddress, staysAs } from './account.rules.ts';
import type { AccountAddress, QuietHours } from './account.rules.ts';
import { addressHashOf, openAccountSecret, openAddress, sealAccountSecret, sealAddress } from './seal-account.server.ts';
import { sendTest, takeTestCode } from './test-account.server.ts';
import { warningAccountRefusals, warningAccountWords } from './warning-account.labels.ts';
import type { WarningAccountRefusal } from './warning-account.labels.ts';
import { warningAccount, warningAccountApi } from './warning-account.ts';

/** What accounts need: the secrets that seal them, the rules of addresses, and which of the operator's own services exist. */
export interface AccountParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly egress: Egress;
  /** Types of accounts for which a service is configured; hooks need none. */
  readonly services: ReadonlySet<AccountType>;
}

type AccountRow = Row<typeof warningAccount.fields>;
const { importExcel: _import, exportTemplate: _template, ...standardHandlers } = crudHandlers(warningAccount);

export const warningAccountRoutes = (parts: AccountParts): readonly Route[] =>
  implement(warningAccountApi, {
    ...standardHandlers,
    ...revealHandlers(warningAccount),
    add: async (ctx, { accountSecret, ...draft }) => {
      const address = addressOrRefuse(ctx, parts, {
        type: draft.warningAccountType,
        areaCode: draft.areaCode ?? null,
        address: draft.warningAccount,
      });
      const secret = orRefuse(checkAccountSecret(address.type, accountSecret || null));
      orRefuse(checkQuietHours(quietHoursOf(draft)));
      const scope = await scopeOf(ctx, draft);
      return ctx.rows(warningAccount).insert({ ...draft, ...scope, ...addressColumns(parts, { tenantId: draft.tenantId, address, secret }) });
    },
    edit: async (ctx, { accountSecret, warningAccount: givenAddress, areaCode, ...rest }, extras) => {
      const stored = await lockedAccount(ctx, String(rest.warningAccountId));
      orRefuse(checkQuietHours(quietHoursOf({ ...stored, ...rest })));
      const given =
        typeof givenAddress === 'string' && !staysAs(stored.warningAccountType, stored.warningAccount, givenAddress) ? givenAddress : undefined;
      const changed = changedAddress(ctx, parts, { stored, given, areaCode, accountSecret: accountSecret || undefined });
      const after = await standardHandlers.edit(ctx, rest, extras);
      // Another address, or another secret, has to be tested again.
      return changed ? ctx.rows(warningAccount).change(stored.warningAccountId, { ...changed, verifiedAt: null, failStreak: 0 }) : after;
    },
    ...stateHandlers(warningAccount, (ctx, { warningAccountId }, warningAccountStat: SwitchState) =>
      ctx.rows(warningAccount).change(warningAccountId, { warningAccountStat }),
    ),
    sendTest: async (ctx, { id }) => {
      const account = await ctx.rows(warningAccount).get(id);
      const { warningAccountType: type } = account;
      if (!isHook(type) && !parts.services.has(type)) throwRefusal(warningAccountRefusals, 'warningAccount.noChannel');
      await sendTest(ctx, account);
      return ctx.say(warningAccountWords.testSent);
    },
    confirmTest: async (ctx, { warningAccountId, testCode }) => {
      const before = await ctx.rows(warningAccount).get(warningAccountId);
      const isRight = await takeTestCode(parts.database, { warningAccountId, code: testCode, now: ctx.now });
      if (!isRight) throwRefusal(warningAccountRefusals, 'warningAccount.code');
      ctx.trail.note({ noun: warningAccount, key: warningAccountId, before, after: { ...before, verifiedAt: ctx.now } });
      return ctx.say(warningAccountWords.verified);
    },
  });

const orRefuse = <S>(verdict: Verdict<S, WarningAccountRefusal>): S =>
  verdict.ok ? verdict.next : throwRefusal(warningAccountRefusals, verdict.refusal, verdict.args);

const quietHoursOf = ({ quietFrom, quietTo, quietZone }: { readonly [K in keyof QuietHours]?: string | null | undefined }): QuietHours => ({
  quietFrom: quietFrom ?? null,
  quietTo: quietTo ?? null,
  quietZone: quietZone ?? null,
});

const addressOrRefuse = (ctx: Context, { egress }: AccountParts, given: AccountAddress): AccountAddress => {
  const checked = orRefuse(checkAddress(given));
  if (!isHook(checked.type)) return checked;
  const problem = egress.problemOf(checked.address);
  if (problem === 'insideAddress') throwRefusal(warningAccountRefusals, 'warningAccount.inside');
  if (problem !== undefined) throwRefusal(warningAccountRefusals, 'warningAccount.url');
  const { pathname, search } = new URL(checked.address);
  const words = itemOf(warningAccountType, checked.type)?.words;
  if (!isRobotPath(checked.type, `${pathname}${search}`))
    throwRefusal(warningAccountRefusals, 'warningAccount.robot', { type: words ? ctx.say(words) : '' });
  return { ...checked, address: new URL(checked.address).href };
};

/** The stored form of an address: what is shown of it, and for a robot the sealed whole. */
const addressColumns = (
  { secrets }: AccountParts,
  { tenantId, address, secret }: { readonly tenantId: string; readonly address: AccountAddress; readonly secret: string | null },
) => {
  const addressHash = addressHashOf(address);
  const sealedFor = { tenantId, addressHash };
  const hook = isHook(address.type);
  return {
    areaCode: address.areaCode,
    warningAccount: hook ? shownAddress(new URL(address.address).origin, address.address) : address.address,
    addressHash,
    addressSealed: hook ? sealAddress(secrets, sealedFor, address.address) : null,
    accountSecret: secret === null ? null : sealAccountSecret(secrets, sealedFor, secret),
  };
};

interface StoredAccount extends AccountRow {
  readonly addressHash: string;
  readonly addressSealed: string | null;
  readonly accountSecret: string | null;
}

/** The account with what no answer contains. */
const lockedAccount = async (ctx: Context, warningAccountId: string): Promise<StoredAccount> => {
  const row = await ctx.rows(warningAccount).get(warningAccountId);
  const { rows } = await sql<
    Pick<StoredAccount, 'addressHash' | 'addressSealed' | 'accountSecret'>
  >`select address_hash, address_sealed, account_secret
    from warning_account where warning_account_id = ${warningAccountId} for update`.execute(ctx.db);
  return rows[0] ? { ...row, ...rows[0] } : throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

interface AddressChange {
  readonly stored: StoredAccount;
  readonly given: string | undefined;
  readonly areaCode: string | null | undefined;
  readonly accountSecret: string | undefined;
}

/** The columns of another address or secret; undefined when both stay. */
const changedAddress = (ctx: Context, parts: AccountParts, { stored, given, areaCode, accountSecret }: AddressChange) => {
  const { tenantId, addressHash, addressSealed } = stored;
  const { secrets } = parts;
  const before = addressSealed === null ? stored.warningAccount : openAddress(secrets, { tenantId, addressHash }, addressSealed);
  const address = addressOrRefuse(ctx, parts, {
    type: stored.warningAccountType,
    areaCode: areaCode === undefined ? stored.areaCode : areaCode || null,
    address: given ?? before,
  });
  if (addressHashOf(address) === addressHash && accountSecret === undefined) return undefined;
  const kept = stored.accountSecret === null ? null : openAccountSecret(secrets, { tenantId, addressHash }, stored.accountSecret);
  const secret = orRefuse(checkAccountSecret(stored.warningAccountType, accountSecret ?? kept));
  return addressColumns(parts, { tenantId, address, secret });
};

/** A viewer of one agent or one station adds accounts there only; a station brings its agent. */
const scopeOf = async (ctx: Context, draft: { readonly agentId?: string | null; readonly stationId?: string | null }) => {
  const { sees } = ctx.viewer;
  const stationId = draft.stationId || (singleId(sees.station) ?? null);
  if (stationId !== null) return { stationId, agentId: draft.agentId || (await ctx.rows(station).get(stationId)).agentId };
  const agentId = draft.agentId || (singleId(sees.agent) ?? null);
  if (sees.station !== 'all' || (sees.agent !== 'all' && agentId === null)) throwRefusal(warningAccountRefusals, 'warningAccount.scope');
  return { stationId, agentId };
};
