import { Mark } from './mark.tsx';

/** The content of index.html before the first script, so that nothing moves when React takes over. */
export const Splash = () => (
  <div className="splash">
    <Mark />
    <i />
  </div>
);
