import { pileLogEffects } from '../pile-log/report-log.server.ts';
import { rotationEffects } from '../key-rotation/rotate-key.server.ts';
import { parameterEffects } from '../parameter/store-accepted.server.ts';
import { powerScheduleEffects } from '../power-schedule/send-schedules.server.ts';
import { rateEffects } from '../rates/send-rates.server.ts';
import { upgradeEffects } from '../upgrade-record/settle-upgrade.server.ts';
import { localListEffects } from '../white-list/local-list.server.ts';
import { whiteListEffects } from '../white-list/store-report.server.ts';
import { failureEffects } from './report-failure.server.ts';
import type { CommandEffects } from './command-effects.server.ts';

/** What the nouns of this domain do at the steps of a command, in the order in which they do it. */
export const commandEffects: readonly CommandEffects[] = [
  rateEffects,
  powerScheduleEffects,
  rotationEffects,
  localListEffects,
  pileLogEffects,
  upgradeEffects,
  whiteListEffects,
  parameterEffects,
  failureEffects,
];
