import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'insight/BigScreenList': () => import('./big-screen/big-screen.web.tsx').then((page) => ({ default: page.BigScreenList })),
  'insight/ChargeRecountList': () => import('./charge-recount/charge-recount.web.tsx').then((page) => ({ default: page.ChargeRecountList })),
  'insight/OperationBoard': () => import('./operation/operation.web.tsx').then((page) => ({ default: page.OperationBoard })),
  'insight/OrderDataList': () => import('./order-data/order-data.web.tsx').then((page) => ({ default: page.OrderDataList })),
  'insight/PileDataList': () => import('./pile-data/pile-data.web.tsx').then((page) => ({ default: page.PileDataList })),
};

/** The business figures of the start page. */
export const loadHomeBoard = () => import('./home/home-board.web.tsx').then((board) => board.HomeBoard);
