import type { Route } from '#kit/server/context/route.ts';
import type { Bell } from './bell/bell.server.ts';
import { noticeRoutes } from './notice.server.ts';
import { receivedRoutes } from './received.server.ts';

/** The routes for managing notices and for receiving them. */
export const allNoticeRoutes = (bell: Bell): readonly Route[] => [...noticeRoutes(bell), ...receivedRoutes(bell)];
