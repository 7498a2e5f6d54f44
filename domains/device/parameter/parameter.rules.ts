import { parameterKeys, parameterNo as ocppNo } from '#engines/protocol/ocpp16/parameters.ts';
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
  const field = parameterValues[paramNo];
  if (!field) return deny('parameter.unsupported');
  const parsed = parse(field, request.value);
  if (!parsed.ok) return { ok: false, problem: parsed.problem };
  const { value } = parsed;
  if (SERVER.includes(paramNo) && !pile.servers.has(String(value).toLowerCase())) return deny('parameter.notListed', { value: String(value) });
  if (paramNo === OFFLINE_POWER && typeof value === 'bigint' && value > pile.ratedPower)
    return deny('parameter.offlineAboveRated', { asked: Number(value) / 10, rated: Number(pile.ratedPower) / 10 });
  return allow({ paramNo, gunNumber, value: typeof value === 'bigint' ? formatScaled(value, field.scale ?? 0) : String(value) });
};
