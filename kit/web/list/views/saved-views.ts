/** What is read again after a view has changed. */
export const savedViews = { path: '/sys/savedView' };
