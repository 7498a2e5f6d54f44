import type { Job } from '#kit/server/background/job.ts';
import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { Egress } from '#kit/server/egress/egress.ts';
import { partner } from './domain.ts';
import type { OpenApiDeps } from './open-api/open-api.server.ts';
import { partnerRetentionJob } from './partner-call/call-retention.server.ts';
import * as routes from './routes.server.ts';

export { startWebhookSender } from './webhook-delivery/sender.server.ts';

/** The jobs of this domain that run by a schedule. */
export const partnerJobs: readonly Job[] = [partnerRetentionJob];

export const partnerRoutes = (parts: OpenApiDeps & { readonly egress: Egress }): readonly Route[] => gatherRoutes(partner, routes, parts);
