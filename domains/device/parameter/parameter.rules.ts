import { parameterKeys, parameterNo as ocppNo } from '#engines/protocol/ocpp16/parameters.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Problem } from '#kit/fields/problems.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { ParameterRefusal } from './parameter.labels.ts';
import { ofGun, parameterValues } from './parameter.ts';
import { parameterNo } from '../protocol.codes.ts';

/** The numbers the rules below know by name. */
const { restart: RESTART, systemTime: SYSTEM_TIME, onlineMaxPower: ONLINE_POWER, offlineMaxPower: OFFLINE_POWER, ...others } = valuesOf(parameterNo);
/** Address, port and name of the server a pile reports to: one wrong write takes a fleet away. */
const SERVER: readonly number[] = [others.serverIp, others.serverPort, others.serverDomain];
const OCPP = pileProtocol.items.ocpp16.value;

export interface PileFacts {
  readonly protocol: number;
  readonly disused: boolean;
  readonly online: boolean;
  readonly gunCount: number;
  /** 0.1 kW. */
  readonly ratedPower: bigint;
  /** Follows a power schedule. */
  readonly scheduled: boolean;
  /** Where piles may be sent: hosts and ports, as the platform's own people have listed them. */
  readonly servers: ReadonlySet<string>;
}

export interface AskedParameter {
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
      .flatMap((place) => /^(\[[^\]]*\]|[^:]+)(?::(\d+))?$/u.exec(place)?.slice(1) ?? [])
      .filter(Boolean),
  );

/** Whether a station of OCPP 1.6 has anything for a parameter. */
export const ocppKnows = (paramNo: number): boolean => parameterKeys.has(paramNo) || Object.values(ocppNo).some((known) => known === paramNo);

/** What is sent, or why not: section 5 of the business specification. A value that does not parse is the caller's to explain. */
export const planParameter = (
  asked: AskedParameter,
  pile: PileFacts,
  now: Date,
): Verdict<PlannedParameter, ParameterRefusal> | { readonly ok: false; readonly problem: Problem } => {
  const { paramNo } = asked;
  if (pile.disused) return deny('parameter.disused');
  if (pile.protocol === OCPP && !ocppKnows(paramNo)) return deny('parameter.unsupported');
  const gunNumber = ofGun.includes(paramNo) ? asked.gunNumber : 0;
  if (ofGun.includes(paramNo) && gunNumber === 0) return deny('parameter.gunRequired');
  if (gunNumber > pile.gunCount) return deny('parameter.noSuchGun', { n: gunNumber });
  // Restarting or setting the clock minutes later, when the pile happens to come back, is not what was meant.
  if ((paramNo === RESTART || paramNo === SYSTEM_TIME) && !pile.online) return deny('parameter.offline');
  if (paramNo === ONLINE_POWER && pile.scheduled) return deny('parameter.scheduled');
  if (paramNo === SYSTEM_TIME) return allow({ paramNo, gunNumber, value: String(Math.floor(now.getTime() / 1_000)) });
  const field = parameterValues[paramNo];
  if (!field) return deny('parameter.unsupported');
  const parsed = parse(field, asked.value);
  if (!parsed.ok) return { ok: false, problem: parsed.problem };
  const { value } = parsed;
  if (SERVER.includes(paramNo) && !pile.servers.has(String(value).toLowerCase())) return deny('parameter.notListed', { value: String(value) });
  if (paramNo === OFFLINE_POWER && typeof value === 'bigint' && value > pile.ratedPower)
    return deny('parameter.offlineAboveRated', { asked: Number(value) / 10, rated: Number(pile.ratedPower) / 10 });
  return allow({ paramNo, gunNumber, value: typeof value === 'bigint' ? formatScaled(value, field.scale ?? 0) : String(value) });
};
