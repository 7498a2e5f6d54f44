import { inSystem } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { pastProgress } from './past-run.server.ts';
import { pastApi } from './past.ts';

/** The past of a demo belongs to all of its tenants, so its share is the same for every viewer. */
export const pastRoutes = ({ database }: Pick<Deps, 'database'>): readonly Route[] =>
  implement(pastApi, {
    past: async () => {
      const { entered, total } = await inSystem(database, pastProgress);
      return { share: entered < total ? entered / total : null };
    },
  });
