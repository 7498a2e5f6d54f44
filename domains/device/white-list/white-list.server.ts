import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import { lineOf } from '#engines/protocol/ocpp16/local-list.ts';
import { reportOf } from '#engines/protocol/white-list.ts';
import type { ListReport } from '#engines/protocol/white-list.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { commandStat } from '../command/command.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { accountsOf, NATIVE_LIST_MAX, sendPart, sha256 } from './list-accounts.server.ts';
import { keptEntries, limitsOf, localLists, pullLocalList, pushLocalList, wantedEntries } from './local-list.server.ts';
import type { LocalList } from './local-list.server.ts';
import { isKeptBy, whiteListStateOf } from './white-list.rules.ts';
import { whiteListApi, whiteListRefusals } from './white-list.ts';
import type { PileWhiteList, WhiteListKind } from './white-list.ts';

const { native } = valuesOf(pileProtocol);

export const whiteListRoutes = implement(whiteListApi, {
  whiteListStates: async (ctx, input) => {
    const piles = await pilesOf(ctx, input.cpCodes);
    const codes = piles.map(({ cpCode }) => cpCode);
    const reports = await nativeReports(ctx.db, codes, input.list);
    const stationLists = await localLists(ctx.db, codes);
    const lastCommands = await lastCommandsOf(ctx.db, codes, input.list);
    const wantedOf = await wantedReports(ctx.db, codes, input.list);
    const rows: PileWhiteList[] = [];
    for (const { cpCode, cpName, protocol, stationId } of piles) {
      const isSupported = isKeptBy(input.list, protocol);
      const list = stationLists.get(cpCode);
      const known = protocol === native ? reports.get(cpCode) : stationReport(list);
      const { report: wanted, leftOut } = isSupported ? await wantedOf({ cpCode, protocol, stationId }) : NOTHING;
      const { reported = null, reportedAt = null } = known ?? {};
      const { lastCommand = null, remark = null } = lastCommands.get(cpCode) ?? {};
      rows.push({
        cpCode,
        cpName,
        wantedCount: wanted.count,
        leftOut,
        version: protocol === native ? null : (list?.toldVersion ?? null),
        pileCount: reported === null || reported === 'unknown' ? null : reported.count,
        reportedAt: reportedAt?.toISOString() ?? null,
        state: whiteListStateOf({ isSupported, wanted, reported, lastCommand }),
        remark: lastCommand === 'failed' ? remark : null,
      });
    }
    return rows;
  },
  pushWhiteList: async (ctx, input) => {
    const requestedBy = ctx.viewer.username;
    for (const { cpCode, protocol } of await idlePiles(ctx, input.cpCodes, input.list)) {
      if (protocol !== native) {
        await pushLocalList(ctx.db, cpCode, requestedBy);
        continue;
      }
      const { accounts } = await accountsOf(ctx.db, cpCode, { kind: input.list });
      await sendPart(ctx.db, { cpCode, kind: input.list, accounts, offset: 0, requestedBy });
    }
    return ctx.say(kitWords.changed);
  },
  pullWhiteList: async (ctx, input) => {
    const requestedBy = ctx.viewer.username;
    for (const { cpCode, protocol } of await idlePiles(ctx, input.cpCodes, input.list)) {
      const command = { cmd: 'readWhiteList', accountType: input.list } as const;
      if (protocol === native) await enqueueCommand(ctx.db, { cpCode, command, requestedBy, because: 'operator' });
      else await pullLocalList(ctx.db, cpCode, requestedBy);
    }
    return ctx.say(kitWords.changed);
  },
});

const NOTHING = { report: { count: 0, digest: '' }, leftOut: 0 } as const;

interface WantedList {
  readonly report: ListReport;
  readonly leftOut: number;
}
interface PileOfStation {
  readonly cpCode: string;
  readonly protocol: number;
  readonly stationId: string;
}

/**
 * The list that a pile should have, as the pile itself would report it. Piles of a station to which no account is bound share their list, which for a
 * tenant with many cards is worth computing once.
 */
const wantedReports = async (tx: Tx, cpCodes: readonly string[], kind: WhiteListKind): Promise<(pile: PileOfStation) => Promise<WantedList>> => {
  const { rows } = await sql<{
    cpCode: string;
  }>`select distinct cp_code from pile_binding where cp_code = any(${cpCodes}::text[]) and not is_delete`.execute(tx);
  const bound = new Set(rows.map(({ cpCode }) => cpCode));
  const known = new Map<string, WantedList>();
  return async ({ cpCode, protocol, stationId }) => {
    const listMax = protocol === native ? NATIVE_LIST_MAX : (await limitsOf(tx, cpCode)).listMax;
    const key = `${protocol} ${listMax} ${stationId} ${bound.has(cpCode) ? cpCode : ''}`;
    const wanted = known.get(key) ?? (await wantedReport(tx, { cpCode, protocol, listMax }, kind));
    known.set(key, wanted);
    return wanted;
  };
};

const wantedReport = async (
  tx: Tx,
  { cpCode, protocol, listMax }: { readonly cpCode: string; readonly protocol: number; readonly listMax: number },
  kind: WhiteListKind,
): Promise<WantedList> => {
  if (protocol !== native) {
    const { entries, leftOut } = await wantedEntries(tx, cpCode, listMax);
    return { report: reportOf(entries.map(lineOf), sha256), leftOut };
  }
  const { accounts, leftOut } = await accountsOf(tx, cpCode, { kind });
  const numbers = accounts.map(({ account }) => account);
  return { report: reportOf(numbers, sha256), leftOut };
};

interface KnownList {
  readonly reported: ListReport | 'unknown' | null;
  readonly reportedAt: Date | null;
}

const stationReport = (list: LocalList | undefined): KnownList | undefined => {
  if (!list || list.toldVersion === null) return undefined;
  const kept = keptEntries(list);
  return { reported: kept === null ? 'unknown' : reportOf(kept.map(lineOf), sha256), reportedAt: list.toldAt };
};

const pilesOf = async (ctx: Context, cpCodes: string) => {
  const codes = splitIds(cpCodes);
  const piles = await ctx.rows(pile).findMany(codes);
  if (piles.length !== codes.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return piles.toSorted((a, b) => codes.indexOf(a.cpCode) - codes.indexOf(b.cpCode));
};

/** The piles of a request that have such a list, without those whose last command with it is still open. */
const idlePiles = async (ctx: Context, cpCodes: string, kind: WhiteListKind) => {
  const piles = await pilesOf(ctx, cpCodes);
  const disused = piles.find((row) => row.cpStat === entityState.disused);
  if (disused) throwRefusal(deviceRefusals, 'device.disused', { name: disused.cpName });
  const withList = piles.filter((row) => isKeptBy(kind, row.protocol));
  if (withList.length === 0) throwRefusal(whiteListRefusals, 'whiteList.unsupported');
  const lastCommands = await lastCommandsOf(
    ctx.db,
    withList.map(({ cpCode }) => cpCode),
    kind,
  );
  return withList.filter(({ cpCode }) => lastCommands.get(cpCode)?.lastCommand !== 'open');
};

/** What native piles reported last of a list. */
const nativeReports = async (tx: Tx, cpCodes: readonly string[], kind: WhiteListKind): Promise<ReadonlyMap<string, KnownList>> => {
  const { rows } = await sql<{
    cpCode: string;
    accountCount: number;
    digest: string;
    reportedAt: Date;
  }>`select cp_code, account_count, digest, reported_at
    from pile_white_list where cp_code = any(${cpCodes}::text[]) and account_type = ${kind}`.execute(tx);
  return new Map(rows.map(({ cpCode, accountCount: count, digest, reportedAt }) => [cpCode, { reported: { count, digest }, reportedAt }]));
};

interface LastCommand {
  readonly lastCommand: 'open' | 'failed' | null;
  readonly remark: string | null;
}

/** The result of the last command with a list. */
const lastCommandsOf = async (tx: Tx, cpCodes: readonly string[], kind: WhiteListKind): Promise<ReadonlyMap<string, LastCommand>> => {
  const { rows } = await sql<{
    cpCode: string;
    stat: number;
    result: number | null;
    remark: string | null;
  }>`select s.cp_code, c.stat, c.result, c.remark
    from pile_state s cross join lateral (select stat, result, remark from device_command d where d.cp_code = s.cp_code
        and (d.cmd in ('setWhiteList', 'readWhiteList') and (d.payload ->> 'accountType')::int = ${kind}::int or d.cmd in ('readListLimits', 'readLocalList', 'sendLocalList'))
        order by d.create_time desc limit 1) c where s.cp_code = any(${cpCodes}::text[])`.execute(tx);
  return new Map(
    rows.map(({ cpCode, stat, result, remark }) => {
      const ended = result === commandResult.success ? null : 'failed';
      return [cpCode, { lastCommand: stat < commandStat.items.completed.value ? 'open' : ended, remark }];
    }),
  );
};
