import type { Route } from '#kit/server/context/route.ts';
import { noticeRoutes } from './notice.server.ts';
import type { NoticeServices } from './notice.server.ts';
import { receivedRoutes } from './received.server.ts';

/** Notices as staff manage them, and as people receive them. */
export const allNoticeRoutes = (services: NoticeServices): readonly Route[] => [...noticeRoutes(services), ...receivedRoutes(services.bell)];
