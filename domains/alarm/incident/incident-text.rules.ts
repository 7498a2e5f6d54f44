import { incidentCause } from '#engines/alarm/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Language } from '#kit/fields/words.ts';
import { say } from '#kit/fields/words.ts';
import { exceptionLevel } from '../exception-conf/exception-conf.ts';
import { incidentWords } from './incident.labels.ts';

/** The members of an incident at one station. */
export interface StationMembers {
  readonly stationId: bigint | null;
  readonly agentId: bigint | null;
  readonly stationName: string;
  readonly members: number;
  readonly lasting: number;
}

export interface IncidentFacts {
  readonly cause: number;
  readonly level: number;
  /** As the clocks of the place show it. */
  readonly beganAt: string;
  readonly minutes: number;
  /** Those that the reader may see, most members first. */
  readonly stations: readonly StationMembers[];
}

/** Stations that a message names; the page of the incident has all. */
const NAMED_MAX = 5;

/** Title and text of a message, for one reader. */
export const incidentText = (
  telling: 'opened' | 'growth' | 'half' | 'end',
  facts: IncidentFacts,
  language: Language,
): { readonly title: string; readonly text: string } => {
  const { cause, level, beganAt: time, minutes, stations } = facts;
  const count = stations.reduce((total, { members }) => total + members, 0);
  const lasting = stations.reduce((total, { lasting: still }) => total + still, 0);
  const levelWords = itemOf(exceptionLevel, level)?.words;
  const title = say(cause === incidentCause.inputPower ? incidentWords.powerTitle : incidentWords.connectionTitle, language, { count });
  const values = {
    title,
    count,
    lasting,
    recovered: count - lasting,
    time,
    minutes,
    level: levelWords ? say(levelWords, language) : '',
    place: placeOf(stations, language),
  };
  return { title, text: say(wordsOf(telling, lasting), language, values) };
};

const wordsOf = (telling: 'opened' | 'growth' | 'half' | 'end', lasting: number) => {
  if (telling === 'end') return lasting > 0 ? incidentWords.releasedText : incidentWords.endText;
  return telling === 'opened' ? incidentWords.openedText : telling === 'growth' ? incidentWords.growthText : incidentWords.halfText;
};

const placeOf = (stations: readonly StationMembers[], language: Language): string => {
  const [only] = stations;
  if (only && stations.length === 1) return only.stationName;
  const separator = language === 'en_US' ? ', ' : '、';
  const names = stations.slice(0, NAMED_MAX).map(({ stationName, members }) => `${stationName} ${members}`);
  return say(incidentWords.stationsPlace, language, {
    count: stations.length,
    names: [...names, ...(stations.length > NAMED_MAX ? ['…'] : [])].join(separator),
  });
};
