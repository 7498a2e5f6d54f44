/** The path whose queries are reloaded after a view has changed. */
export const savedViews = { path: '/sys/savedView' };
