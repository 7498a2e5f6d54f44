import type { FilePlaces } from '#domains/system/server.ts';
import type { Job } from '#kit/server/background/job.ts';
import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { createCallLimits } from './call-limits.server.ts';
import { driver } from './domain.ts';
import type { DriverDeps } from './driver-deps.server.ts';
import * as routes from './routes.server.ts';
import { otpWatchJob } from './phone-session/otp-watch.server.ts';
import { retentionJobs } from './visit/visit-retention.server.ts';

/** @public for what else drivers do after they have signed in */
export { phoneUserOf, requirePhoneUser } from './phone-session/phone-token.server.ts';
/** @public for what else drivers do after they have signed in */
export type { PhoneUser } from './phone-session/phone-token.server.ts';
/** The jobs of this domain that run by a schedule. */
export const driverJobs = (services: Pick<FilePlaces, 'stores'>): readonly Job[] => [...retentionJobs(services), otpWatchJob];

/** The public API for drivers. `streams` bounds its streams of events, and ends them when the server closes. */
export const driverRoutes = (parts: Omit<DriverDeps, 'limits'>): readonly Route[] =>
  gatherRoutes(driver, routes, { ...parts, limits: createCallLimits(parts.clock) });
