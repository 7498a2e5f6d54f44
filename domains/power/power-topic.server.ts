/** The topic that wakes the dispatcher: piles were bound or released, or limits have changed. */
export const powerTopic = 'power.site';
