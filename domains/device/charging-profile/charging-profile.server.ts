import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { operate } from '../operation/operation.server.ts';
import { checkProfile } from './charging-profile.rules.ts';
import { chargingProfileApi, chargingProfileRefusals } from './charging-profile.ts';

export const chargingProfileRoutes = implement(chargingProfileApi, {
  setChargingProfile: (ctx, { cpCode, gunNumber, purpose, stackLevel, unit, periods }) => {
    const profile = { purpose, stackLevel, unit, periods };
    const verdict = checkProfile(gunNumber, profile);
    if (!verdict.ok) return throwRefusal(chargingProfileRefusals, verdict.refusal, verdict.args);
    return operate(
      ctx,
      { cpCode, operation: 'setChargingProfile', gunNumber },
      { cmd: 'setChargingProfile', gunNumber, profile, atMs: ctx.now.getTime() },
    );
  },
  clearChargingProfile: (ctx, { cpCode, gunNumber, purpose, stackLevel }) => {
    const filter = { ...(purpose != null && { purpose }), ...(stackLevel != null && { stackLevel }), ...(gunNumber != null && { ofGun: gunNumber }) };
    return operate(ctx, { cpCode, operation: 'clearChargingProfile', gunNumber }, { cmd: 'clearChargingProfile', ...filter });
  },
  readSchedule: (ctx, { cpCode, gunNumber, minutes, unit }) =>
    operate(ctx, { cpCode, operation: 'readSchedule', gunNumber }, { cmd: 'readSchedule', gunNumber, minutes, ...(unit != null && { unit }) }),
});
