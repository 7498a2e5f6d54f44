import { createContext, useContext } from 'react';

/** The tab that contains a component. */
export interface TabInfo {
  /** The path, which identifies the tab. */
  readonly path: string;
  readonly title: string;
  /** The current query of the tab's address. */
  readonly search: string;
  /** Whether the page stays mounted while another tab is shown. */
  readonly isKept: boolean;
}

/** Outside the tabs no page stays mounted. */
export const TabContext = createContext<TabInfo>({ path: '', title: '', search: '', isKept: false });
export const useTab = (): TabInfo => useContext(TabContext);
