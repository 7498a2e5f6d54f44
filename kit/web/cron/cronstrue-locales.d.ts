/** Importing one of these registers its texts with cronstrue. The package has no types for them. */
declare module 'cronstrue/locales/zh_CN';
declare module 'cronstrue/locales/zh_TW';
