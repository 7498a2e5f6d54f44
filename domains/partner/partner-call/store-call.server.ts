import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
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

/** Logs a call after its answer. */
export const storeCall = async (
  { system }: Database,
  { accessConfigId, tenantId, request, answer, at, isUnproven }: PartnerCallFacts,
): Promise<void> => {
  const { status, problem, tookMs, opened } = answer;
  const [path = '', query = ''] = request.target.split('?');
  const result = status < 400 ? answered : status < 500 ? refused : failed;
  const input = isUnproven ? null : maskedInput(request.endpoint.input, { ...Object.fromEntries(new URLSearchParams(query)), ...bodyOf(opened) });
  const minute = isUnproven ? new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS) : null;
  await sql`insert into partner_call (tenant_id, access_config_id, call_time, call_method, call_path, call_input, http_status, problem_code, call_outcome, took_ms, remote_address, repeat_minute, create_time)
    values (${tenantId}, ${accessConfigId}, ${at}, ${request.method}, ${plainText(path.slice(BASE.length))}, ${input}, ${status}, ${problem ?? null}, ${result.value}, ${Math.round(tookMs)}, ${request.ip}, ${minute}, ${at})
    on conflict (access_config_id, repeat_minute, problem_code, remote_address) do update set repeat_count = partner_call.repeat_count + 1`.execute(
    system,
  );
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
