import { dictRoutes } from './dict/dict.server.ts';

export { allDictItems } from './dict/dict.rules.ts';

export const systemRoutes = [...dictRoutes];
