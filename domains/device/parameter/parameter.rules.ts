import { parameterKeys, parameterNo as ocppNo } from '#engines/protocol/ocpp16/parameters.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Problem } from '#kit/fields/problems.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { ParameterRefusal } from './parameter.labels.ts';
import { gunParameters, parameterValues } from './parameter.ts';
import { parameterNo } from '../protocol.codes.ts';

/** The numbers of all 23 parameters. */
export const ALL_PARAMETERS: readonly number[] = Object.values(valuesOf(parameterNo)).toSorted((a, b) => a - b);

/** The numbers of parameters that the rules below treat specially. */
const { restart: RESTART, systemTime: SYSTEM_TIME, onlineMaxPower: ONLINE_POWER, offlineMaxPower: OFFLINE_POWER, ...others } = valuesOf(parameterNo);
/** Address, port and name of the server that a pile connects to: one wrong value disconnects a whole fleet. */
const SERVER: readonly number[] = [others.serverIp, others.serverPort, others.serverDomain];
const OCPP = pileProtocol.items.ocpp16.value;

export interface PileFacts {
  readonly name: string;
  readonly protocol: number;
  readonly disused: boolean;
  readonly online: boolean;
  readonly gunCount: number;
  /** 0.1 kW. */
  readonly ratedPower: bigint;
  /** Follows a power schedule. */
  readonly scheduled: boolean;
  /** Hosts and ports that piles may be sent to, as listed by the platform's own staff. */
  readonly servers: ReadonlySet<string>;
}

export interface ParameterRequest {
  readonly paramNo: number;
  readonly gunNumber: number;
  readonly value: string | null;
}
export interface PlannedParameter {
  readonly paramNo: number;
  readonly gunNumber: number;
  /** As devices take it: `120.0`, `60`, `1`. */
  readonly value: string;
}

/** Hosts and ports of a list like `203.0.113.7:9100, gw.example.com`. */
export const serversIn = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .toLowerCase()
      .split(/[\s,;]+/u)
      .flatMap((entry) => /^(\[[^\]]*\]|[^:]+)(?::(\d+))?$/u.exec(entry)?.slice(1) ?? [])
      .filter(Boolean),
  );

/** Whether OCPP 1.6 has a configuration key or a message for a parameter. */
export const ocppSupports = (paramNo: number): boolean => parameterKeys.has(paramNo) || Object.values(ocppNo).some((no) => no === paramNo);

/** Decides what is sent for a parameter, or why nothing is. A value that does not parse is returned as a problem, whose text the caller chooses. */
export const planParameter = (
  request: ParameterRequest,
  pile: PileFacts,
  now: Date,
): Verdict<PlannedParameter, ParameterRefusal> | { readonly ok: false; readonly problem: Problem } => {
  const { paramNo } = request;
  if (pile.disused) return deny('device.disused', { name: pile.name });
  if (pile.protocol === OCPP && !ocppSupports(paramNo)) return deny('parameter.unsupported');
  const gunNumber = gunParameters.includes(paramNo) ? request.gunNumber : 0;
  if (gunParameters.includes(paramNo) && gunNumber === 0) return deny('parameter.gunRequired');
  if (gunNumber > pile.gunCount) return deny('device.noSuchGun', { name: pile.name, n: gunNumber });
  // A restart or a clock setting that reaches the pile minutes later, when it returns, is not what the operator meant.
  if ((paramNo === RESTART || paramNo === SYSTEM_TIME) && !pile.online) return deny('parameter.offline');
  if (paramNo === ONLINE_POWER && pile.scheduled) return deny('parameter.scheduled');
  if (paramNo === SYSTEM_TIME) return allow({ paramNo, gunNumber, value: String(Math.floor(now.getTime() / 1_000)) });
  const checked = checkFormValue(request, pile.ratedPower);
  if (!checked.ok) return checked;
  const { field, value } = checked.next;
  if (SERVER.includes(paramNo) && !pile.servers.has(String(value).toLowerCase())) return deny('parameter.notListed', { value: String(value) });
  return allow({ paramNo, gunNumber, value: typeof value === 'bigint' ? formatScaled(value, field.scale ?? 0) : String(value) });
};

/** A value with the field that parses it, if a form may hold it. `ratedPower` in 0.1 kW. */
export const checkFormValue = (
  { paramNo, value: text }: { readonly paramNo: number; readonly value: string | null },
  ratedPower: bigint,
): Verdict<{ readonly field: Field; readonly value: unknown }, ParameterRefusal> | { readonly ok: false; readonly problem: Problem } => {
  const field = parameterValues[paramNo];
  if (!field) return deny('parameter.unsupported');
  const parsed = parse(field, text);
  if (!parsed.ok) return { ok: false, problem: parsed.problem };
  const { value } = parsed;
  if (paramNo === OFFLINE_POWER && typeof value === 'bigint' && value > ratedPower)
    return deny('parameter.offlineAboveRated', { asked: Number(value) / 10, rated: Number(ratedPower) / 10 });
  return allow({ field, value });
};

interface DifferingSide {
  readonly paramNo: number;
  readonly gunNumber: number;
  readonly wanted: string;
}

/**
 * The values that remain to be sent of those that a pile does not have: only those of the chosen parameters, and none that is already on its way. The
 * refusals say why nothing remains.
 */
export const remainingValues = (
  differing: readonly DifferingSide[],
  { chosen, unanswered }: { readonly chosen: ReadonlySet<number> | null; readonly unanswered: readonly PlannedParameter[] },
): Verdict<readonly PlannedParameter[], 'parameter.nothingDiffers' | 'parameter.underWay'> => {
  const wanted = differing.filter(({ paramNo }) => chosen?.has(paramNo) ?? true).map(({ wanted: value, ...of }) => ({ ...of, value }));
  if (wanted.length === 0) return deny('parameter.nothingDiffers');
  const isUnderWay = (one: PlannedParameter) =>
    unanswered.some(({ paramNo, gunNumber, value }) => paramNo === one.paramNo && gunNumber === one.gunNumber && value === one.value);
  const remaining = wanted.filter((one) => !isUnderWay(one));
  return remaining.length === 0 ? deny('parameter.underWay') : allow(remaining);
};
