import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { batched } from '#kit/server/background/batching.ts';
import type { GatedAnswer, GateRequest } from '#kit/server/context/gate.ts';
import { openPath } from '../open-api/open-path.ts';
import { maskedInput } from './masked-input.rules.ts';
import { partnerCallOutcome } from './partner-call.ts';

const { answered, refused, failed } = partnerCallOutcome.items;
/** All calls are below it, so the log leaves it out. */
const BASE = `${BASE_PATH}${openPath}`;
const PATH_LETTERS_MAX = 300;
const MINUTE_MS = 60_000;

export interface PartnerCallFacts {
  readonly accessConfigId: string;
  readonly tenantId: string;
  readonly request: GateRequest;
  readonly answer: GatedAnswer;
  readonly at: Date;
  /** Refusals that need no key, or repeat without end: one row for each minute. */
  readonly isUnproven: boolean;
}

/** Logs a call after its answer; resolves when its row is committed, together with those of other calls that were answered at about the same time. */
export type StoreCall = (call: PartnerCallFacts) => Promise<void>;

/** The most rows of one statement. */
const ROWS_MAX = 200;

export const createCallLog = ({ system }: Database): StoreCall =>
  batched({
    max: ROWS_MAX,
    work: async (calls: readonly PartnerCallFacts[]) => {
      const rows = repeatsCounted(calls.map(rowOf));
      const values = <K extends keyof CallRow>(name: K): CallRow[K][] => rows.map((row) => row[name]);
      // Always in the same sequence, so that two processes do not wait for each other's rows.
      await sql`insert into partner_call (tenant_id, access_config_id, call_time, call_method, call_path, call_input, http_status, problem_code, call_outcome, took_ms, remote_address, repeat_count, repeat_minute, create_time)
        select tenant_id, config_id, at, method, path, input, status, problem, outcome, took_ms, address, repeats, minute, at
        from unnest(${values('tenantId')}::int8[], ${values('accessConfigId')}::int8[], ${values('at')}::timestamptz[], ${values('method')}::text[], ${values('path')}::text[], ${values('input')}::text[],
          ${values('status')}::int4[], ${values('problem')}::text[], ${values('outcome')}::int2[], ${values('tookMs')}::int4[], ${values('address')}::text[], ${values('repeats')}::int4[], ${values('minute')}::timestamptz[])
          as t (tenant_id, config_id, at, method, path, input, status, problem, outcome, took_ms, address, repeats, minute)
        order by config_id, minute, problem, address, at
        on conflict (access_config_id, repeat_minute, problem_code, remote_address) do update set repeat_count = partner_call.repeat_count + excluded.repeat_count`.execute(
        system,
      );
      return calls.map(() => undefined);
    },
  });

interface CallRow {
  readonly tenantId: string;
  readonly accessConfigId: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly input: string | null;
  readonly status: number;
  readonly problem: string | null;
  readonly outcome: number;
  readonly tookMs: number;
  readonly address: string;
  readonly repeats: number;
  readonly minute: Date | null;
}

const rowOf = ({ accessConfigId, tenantId, request, answer, at, isUnproven }: PartnerCallFacts): CallRow => {
  const { status, problem = null, tookMs, opened } = answer;
  const [path = '', query = ''] = request.target.split('?');
  const { value: outcome } = status < 400 ? answered : status < 500 ? refused : failed;
  return {
    tenantId,
    accessConfigId,
    at,
    method: request.method,
    path: plainText(path.slice(BASE.length)),
    input: isUnproven ? null : maskedInput(request.endpoint.input, { ...Object.fromEntries(new URLSearchParams(query)), ...bodyOf(opened) }),
    status,
    problem,
    outcome,
    tookMs: Math.round(tookMs),
    address: request.ip,
    repeats: 1,
    minute: isUnproven ? new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS) : null,
  };
};

/** One statement may change a row only once. */
const repeatsCounted = (rows: readonly CallRow[]): readonly CallRow[] => {
  const counted = new Map<unknown, CallRow>();
  for (const row of rows) {
    const key = row.minute === null ? row : [row.accessConfigId, row.minute.getTime(), row.problem, row.address].join(' ');
    const same = counted.get(key);
    counted.set(key, same === undefined ? row : { ...same, repeats: same.repeats + 1 });
  }
  return [...counted.values()];
};

/** PostgreSQL stores no NUL. */
const plainText = (text: string): string => text.slice(0, PATH_LETTERS_MAX).replaceAll('\0', '');

const bodyOf = (opened: string | undefined): Readonly<Record<string, unknown>> => {
  if (opened === undefined || opened === '') return {};
  try {
    const parsed: unknown = JSON.parse(opened);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {};
  } catch {
    return {};
  }
};
