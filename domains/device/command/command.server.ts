import { crudHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { deviceCommand, deviceCommandApi } from './command.ts';

const { list, queryById } = crudHandlers(deviceCommand);

export const deviceCommandRoutes = implement(deviceCommandApi, { list, queryById });
