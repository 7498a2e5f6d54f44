/** The keys in local storage, which are those of the product family. */
export const storageKeys = {
  token: 'Access-Token',
  viewer: 'Login_Userinfo',
  username: 'Login_Username',
  device: 'Login_Device',
  tenant: 'TENANT_ID',
  privacy: 'AGREE_PRIVACY',
  dictionaries: 'UI_CACHE_DB_DICT_DATA',
  language: 'BROWSER_LANG',
  look: 'DEFAULT_DARK_MODE',
  sider: 'SIDEBAR_TYPE',
  encrypted: 'ENCRYPTED_INFO',
  menuTheme: 'DEFAULT_THEME',
  layout: 'DEFAULT_LAYOUT_MODE',
  colour: 'DEFAULT_COLOR',
  colourWeak: 'DEFAULT_COLOR_WEAK',
  contentWidth: 'DEFAULT_CONTENT_WIDTH_TYPE',
  fixedHeader: 'DEFAULT_FIXED_HEADER',
  hideHeader: 'DEFAULT_FIXED_HEADER_HIDDEN',
  fixedMenu: 'DEFAULT_FIXED_SIDEMENU',
  multiPage: 'DEFAULT_MULTI_PAGE',
  tabs: 'CACHE_INCLUDED_ROUTES',
} as const;

/** Local storage may be full or forbidden; a setting that cannot be stored is no error. */
export const readStored = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const writeStored = (key: string, text: string | null): void => {
  try {
    if (text === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
  } catch {
    // Only the stored setting is lost.
  }
};
