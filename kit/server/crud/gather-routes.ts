import type { Domain } from '#kit/resource/feature.ts';
import { implement } from '../context/route.ts';
import type { Route } from '../context/route.ts';
import { crudHandlers } from './crud.ts';

/** The export of a noun's server file: its routes, or a function that makes them from parts of the program. */
type RoutesOfNoun<P> = readonly Route[] | ((parts: P) => readonly Route[]);

/** The routes of a domain: those of its `routes.server.ts`, and the kit's handlers for features that are `plain`. */
export const gatherRoutes = <P>({ features }: Domain, nouns: Readonly<Record<string, RoutesOfNoun<P>>>, parts: P): readonly Route[] => [
  ...Object.values(nouns).flatMap((routes) => (typeof routes === 'function' ? routes(parts) : routes)),
  ...features.flatMap(({ name, plain, api, resource }) => {
    if (!plain) return [];
    if (!resource) throw new Error(`${name} is plain and has no resource`);
    return implement(api, { ...crudHandlers(resource) });
  }),
];
