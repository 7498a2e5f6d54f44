import { Mark } from './mark.tsx';

/** What index.html shows before the first script, so that nothing jumps when React takes over. */
export const Splash = () => (
  <div className="splash">
    <Mark />
    <i />
  </div>
);
