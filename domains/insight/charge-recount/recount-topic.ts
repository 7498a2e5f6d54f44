/** Wakes the worker that recounts, and tells lists of its progress. */
export const recountTopic = 'insight.recount';
